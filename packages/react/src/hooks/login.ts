import { email, guest, type User } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'
import { type CodeMethod, useCodeLogin } from './use-code-login.js'

/** `login()` opens the modal; the outcome comes by callback. */
export function useLogin(callbacks?: Callbacks['login']) {
  useCallbacks('login', callbacks)
  const { login } = useKit().actions
  return { login }
}

/** `logout()` ends the session here, in other tabs and on the server. */
export function useLogout(callbacks?: Callbacks['logout']) {
  const kit = useKit()
  useCallbacks('logout', callbacks)
  return { logout: kit.logout }
}

/** Login by emailed code with the app's own fields. Both functions reject with what the client throws. */
export function useLoginWithEmail(callbacks?: Callbacks['login']) {
  const { state, send, loginWithCode } = useCodeLogin(emailMethod, callbacks)
  const sendCode = ({ email: address, ...options }: { email: string; disableSignup?: boolean }) =>
    send({ address, ...options })
  return { state, sendCode, loginWithCode }
}

const emailMethod: CodeMethod = {
  id: 'email',
  send: (client, address) => email.sendCode(client, { email: address }),
  login: (client, { address, ...attempt }) => email.login(client, { email: address, ...attempt }),
}

/** `createGuestAccount()` logs in without any proof. @throws when somebody is logged in already. */
export function useGuestAccounts() {
  const kit = useKit()
  const createGuestAccount = useCallback(async (): Promise<User> => {
    const { user } = await kit.proveAndFinish('guest', () => guest.login(kit.client))
    return user
  }, [kit])
  return { createGuestAccount }
}
