import { connectingOf } from '../connect-actions.js'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Opens the modal to connect a wallet without a signature; the callbacks receive the wallet. */
export function useConnectWallet(callbacks?: Callbacks['connectWallet']) {
  useCallbacks('connectWallet', callbacks)
  const { connectWallet } = connectingOf(useKit())
  return { connectWallet }
}
