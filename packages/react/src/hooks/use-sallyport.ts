import { useClientState, useKit, useReady } from '../context.js'
import { useLogin } from './login.js'
import { useModalStatus, useToken } from './session.js'
import {
  useCreateWallet,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
} from './wallet-requests.js'

/** State and actions in one hook (react-api §4). */
export function useSallyport() {
  const kit = useKit()
  const { user, status, reason } = useClientState()
  return {
    ready: useReady(),
    /** `loading`, then within 5 s `ready`, `degraded` or `offline`; changes when the server is reached later. */
    status,
    /** The code that says why `status` is degraded or offline. */
    reason,
    authenticated: user !== null,
    user,
    isModalOpen: useModalStatus().isOpen,
    logout: kit.logout,
    ...useLogin(),
    ...useToken(),
    ...useCreateWallet(),
    ...useSignMessage(),
    ...useSignTypedData(),
    ...useSignTransaction(),
    ...useSendTransaction(),
  }
}
