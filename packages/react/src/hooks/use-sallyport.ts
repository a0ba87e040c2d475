import { accountOpenerOf } from '../account-actions.js'
import { connectingOf } from '../connect-actions.js'
import { useClientState, useKit } from '../context.js'
import { linkingOf } from '../linking-actions.js'
import { mfaActionsOf } from '../mfa-actions.js'
import { unlinkingOf } from '../unlinking.js'
import { useModalStatus } from './use-modal-status.js'

/** State and actions in one hook (react-api §4). */
export function useSallyport() {
  const kit = useKit()
  const { actions, logout } = kit
  const { user, status, reason, config } = useClientState()
  const { isOpen: isModalOpen } = useModalStatus()
  const { connectWallet, connectOrCreateWallet } = connectingOf(kit)
  return {
    ready: status !== 'loading',
    /** `loading`, then after at most 5 s `ready`, `degraded` or `offline`; changes when the server is reached later. */
    status,
    /** The error code behind a `degraded` or `offline` status. */
    reason,
    authenticated: user !== null,
    user,
    isModalOpen,
    logout,
    ...actions,
    ...linkingOf(kit),
    ...unlinkingOf(kit),
    ...mfaActionsOf(kit),
    /** Second factors that the app offers. */
    mfaMethods: config?.mfa_methods ?? noMethods,
    openAccount: accountOpenerOf(kit),
    connectWallet,
    connectOrCreateWallet,
  }
}

const noMethods: readonly [] = []
