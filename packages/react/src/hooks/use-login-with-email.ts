import { email } from '@sallyport/core'
import type { Callbacks } from '../events.js'
import { type CodeMethod, useCodeLogin } from './use-code-login.js'

const emailMethod: CodeMethod = {
  id: 'email',
  send: (client, address) => email.sendCode(client, { email: address }),
  login: (client, { address, ...attempt }) => email.login(client, { email: address, ...attempt }),
}

/** Login by emailed code in the app's own form. Both functions reject with the client's error. */
export function useLoginWithEmail(callbacks?: Callbacks['login']) {
  const { state, send, loginWithCode } = useCodeLogin(emailMethod, callbacks)
  const sendCode = ({ email: address, ...options }: { email: string; disableSignup?: boolean }) =>
    send({ address, ...options })
  return { state, sendCode, loginWithCode }
}
