import { email, errorCode, guest, type User } from '@sallyport/core'
import { useCallback, useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

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

/** Where a login by code stands (react-api §5). */
export type OtpFlowState =
  | { status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' }
  | { status: 'error'; error: Error }

/** Login by emailed code with the app's own fields. Both functions reject with what the client throws. */
export function useLoginWithEmail(callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const [state, setState] = useState<OtpFlowState>({ status: 'initial' })
  const [sent, setSent] = useState<{ email: string; disableSignup: boolean } | null>(null)
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
      setState({ status: 'error', error })
      kit.events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
      throw error
    }
  }
  const sendCode = (to: { email: string; disableSignup?: boolean }) =>
    guard(async () => {
      setState({ status: 'sending-code' })
      await email.sendCode(kit.client, { email: to.email })
      setSent({ email: to.email, disableSignup: to.disableSignup ?? false })
      setState({ status: 'awaiting-code-input' })
    })
  const loginWithCode = ({ code }: { code: string }) =>
    guard(async () => {
      if (sent === null) throw new Error('Call sendCode before loginWithCode')
      setState({ status: 'submitting-code' })
      await kit.proveAndFinish('email', () => email.login(kit.client, { ...sent, code }))
      setState({ status: 'done' })
    })
  return { state, sendCode, loginWithCode }
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
