import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** `logout()` ends the session in this tab, in other tabs and on the server. */
export function useLogout(callbacks?: Callbacks['logout']) {
  useCallbacks('logout', callbacks)
  const { logout } = useKit()
  return { logout }
}
