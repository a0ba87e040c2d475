import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `signMessage({ message })` signs a text. Rejects with RpcError 4001 when the user declines. */
export function useSignMessage(callbacks?: Callbacks['signMessage']) {
  useCallbacks('signMessage', callbacks)
  const { signMessage } = useKit().actions
  return { signMessage }
}
