import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { fundingActionsOf } from '../funding-actions.js'
import { useCallbacks } from './use-callbacks.js'

/**
 * `fundWallet(address, { chain, amount, asset })` lets the user add money to an Ethereum wallet; resolves when the screens are
 * closed. Where a payment to the wallet is on its way, that is shown.
 */
export function useFundWallet(callbacks?: Callbacks['fundWallet']) {
  useCallbacks('fundWallet', callbacks)
  const { fundWallet } = fundingActionsOf(useKit())
  return { fundWallet }
}
