import { sms } from '@sallyport/core'
import type { Callbacks } from '../events.js'
import { type CodeMethod, useCodeLogin } from './use-code-login.js'

/**
 * Login by a code in a text message with the app's own fields. A number without country code is one of the US. Both
 * functions reject with what the client throws.
 */
export function useLoginWithSms(callbacks?: Callbacks['login']) {
  const { state, send, loginWithCode } = useCodeLogin(smsMethod, callbacks)
  const sendCode = (to: { phoneNumber: string; disableSignup?: boolean }) => {
    const { phoneNumber: address, ...options } = to
    return send({ address, ...options })
  }
  return { state, sendCode, loginWithCode }
}

const smsMethod: CodeMethod = {
  id: 'sms',
  send: (client, phoneNumber) => sms.sendCode(client, { phoneNumber }),
  login: (client, { address, ...attempt }) =>
    sms.login(client, { phoneNumber: address, ...attempt }),
}
