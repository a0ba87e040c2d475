import { email } from '@sallyport/core'
import type { LoginMethodEntry } from '../../flow/login-method.js'
import { EmailForm } from './email-form.js'
import { inboxOf } from './inbox.js'

/** Login by a code sent by email. */
export const emailMethod: LoginMethodEntry = {
  id: 'email',
  switch: 'email_auth',
  icon: 'mail',
  name: (copy) => copy.landing.email,
  kind: 'form',
  Entry: EmailForm,
  code: {
    prefill: 'email',
    send: (client, address) => email.sendCode(client, { email: address }),
    login: (client, { address, ...attempt }) => email.login(client, { email: address, ...attempt }),
    notReceived: (copy) => copy.code.notReceived,
    inboxOf,
  },
}
