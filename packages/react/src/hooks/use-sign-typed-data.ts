import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `signTypedData(data)` signs EIP-712 data. Rejects with RpcError 4001 when the user declines. */
export function useSignTypedData(callbacks?: Callbacks['signTypedData']) {
  useCallbacks('signTypedData', callbacks)
  const { signTypedData } = useKit().actions
  return { signTypedData }
}
