import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `login()` opens the modal; the callbacks receive the result. */
export function useLogin(callbacks?: Callbacks['login']) {
  useCallbacks('login', callbacks)
  const { login } = useKit().actions
  return { login }
}
