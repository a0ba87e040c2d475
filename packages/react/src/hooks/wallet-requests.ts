import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `createWallet()` makes an embedded Ethereum wallet; no screen is shown. */
export function useCreateWallet(callbacks?: Callbacks['createWallet']) {
  useCallbacks('createWallet', callbacks)
  const { createWallet } = useKit().actions
  return { createWallet }
}

/** `signMessage({ message })` asks for a signature on a text. Rejects with RpcError 4001 when refused. */
export function useSignMessage(callbacks?: Callbacks['signMessage']) {
  useCallbacks('signMessage', callbacks)
  const { signMessage } = useKit().actions
  return { signMessage }
}

/** `signTypedData(data)` asks for a signature on EIP-712 data. */
export function useSignTypedData(callbacks?: Callbacks['signTypedData']) {
  useCallbacks('signTypedData', callbacks)
  const { signTypedData } = useKit().actions
  return { signTypedData }
}

/** `signTransaction(tx)` gives the signed transaction and sends nothing. */
export function useSignTransaction(callbacks?: Callbacks['signTransaction']) {
  useCallbacks('signTransaction', callbacks)
  const { signTransaction } = useKit().actions
  return { signTransaction }
}

/** `sendTransaction(tx)` signs and broadcasts; resolves with the hash once the network took it. */
export function useSendTransaction(callbacks?: Callbacks['sendTransaction']) {
  useCallbacks('sendTransaction', callbacks)
  const { sendTransaction } = useKit().actions
  return { sendTransaction }
}
