import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `signTransaction(tx)` returns the signed transaction without sending it. Rejects with RpcError 4001 when the user declines. */
export function useSignTransaction(callbacks?: Callbacks['signTransaction']) {
  useCallbacks('signTransaction', callbacks)
  const { signTransaction } = useKit().actions
  return { signTransaction }
}
