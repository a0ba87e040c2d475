import { connectingOf } from '../connect-actions.js'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Opens the modal for any wallet: one the user has, or one that a login creates. The callbacks receive the wallet. */
export function useConnectOrCreateWallet(callbacks?: Callbacks['connectWallet']) {
  useCallbacks('connectWallet', callbacks)
  const { connectOrCreateWallet } = connectingOf(useKit())
  return { connectOrCreateWallet }
}
