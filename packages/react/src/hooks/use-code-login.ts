import { errorCode } from '@sallyport/core'
import { useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import type { CodeLogin } from '../flow/login-method.js'
import type { LoginMethod } from '../flow/screens.js'
import { useCallbacks } from './use-callbacks.js'

/** Where a login by code stands (react-api §5). */
export type OtpFlowState =
  | { status: 'initial' | 'sending-code' | 'awaiting-code-input' | 'submitting-code' | 'done' }
  | { status: 'error'; error: Error }

/** A method by one-time codes. Not an entry of `login-methods.ts`: that would load the modal's forms with the page. */
export type CodeMethod = Pick<CodeLogin, 'send' | 'login'> & { id: LoginMethod }

/** Login by a code with the app's own fields. Both functions reject with what the client throws. */
export function useCodeLogin(method: CodeMethod, callbacks?: Callbacks['login']) {
  const kit = useKit()
  useCallbacks('login', callbacks)
  const [state, setState] = useState<OtpFlowState>({ status: 'initial' })
  const [sent, setSent] = useState<{ address: string; disableSignup: boolean } | null>(null)
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
  const send = ({ address, disableSignup = false }: { address: string; disableSignup?: boolean }) =>
    guard(async () => {
      setState({ status: 'sending-code' })
      await method.send(kit.client, address)
      setSent({ address, disableSignup })
      setState({ status: 'awaiting-code-input' })
    })
  const loginWithCode = ({ code }: { code: string }) =>
    guard(async () => {
      if (sent === null) throw new Error('Call sendCode before loginWithCode')
      setState({ status: 'submitting-code' })
      await kit.proveAndFinish(method.id, () => method.login(kit.client, { ...sent, code }))
      setState({ status: 'done' })
    })
  return { state, send, loginWithCode }
}
