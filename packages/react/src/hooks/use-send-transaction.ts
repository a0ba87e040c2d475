import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `sendTransaction(tx)` signs and broadcasts a transaction; resolves once the network has accepted it. Rejects with RpcError 4001 when the user declines. */
export function useSendTransaction(callbacks?: Callbacks['sendTransaction']) {
  useCallbacks('sendTransaction', callbacks)
  const { sendTransaction } = useKit().actions
  return { sendTransaction }
}
