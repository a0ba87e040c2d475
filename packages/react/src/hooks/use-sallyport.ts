import { useClientState, useKit } from '../context.js'
import { useModalStatus } from './session.js'

/** State and actions in one hook (react-api §4). */
export function useSallyport() {
  const { actions, logout } = useKit()
  const { user, status, reason } = useClientState()
  const { isOpen: isModalOpen } = useModalStatus()
  return {
    ready: status !== 'loading',
    /** `loading`, then within 5 s `ready`, `degraded` or `offline`; changes when the server is reached later. */
    status,
    /** The code that says why `status` is degraded or offline. */
    reason,
    authenticated: user !== null,
    user,
    isModalOpen,
    logout,
    ...actions,
  }
}
