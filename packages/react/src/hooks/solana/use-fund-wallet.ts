import { useKit } from '../../context.js'
import type { Callbacks } from '../../events.js'
import { fundingActionsOf } from '../../funding-actions.js'
import { useCallbacks } from '../use-callbacks.js'

/** `fundWallet(address, { cluster, amount })` lets the user add money to a Solana wallet; resolves when the screens are closed. */
export function useFundWallet(callbacks?: Callbacks['fundSolanaWallet']) {
  useCallbacks('fundSolanaWallet', callbacks)
  const { fundSolanaWallet } = fundingActionsOf(useKit())
  return { fundWallet: fundSolanaWallet }
}

/** For code written for kits where Solana has to be turned on in the funding screens: here it always is, loaded when it is needed. */
export function useSolanaFundingPlugin(): void {}
