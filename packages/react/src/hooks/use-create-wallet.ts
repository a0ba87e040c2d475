import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `createWallet()` creates an embedded Ethereum wallet without showing a screen. */
export function useCreateWallet(callbacks?: Callbacks['createWallet']) {
  useCallbacks('createWallet', callbacks)
  const { createWallet } = useKit().actions
  return { createWallet }
}
