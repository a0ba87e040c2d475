import { email } from '@sallyport/core'
import { emailLinks } from '../../code-links.js'
import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
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
    ...emailLinks,
    currentOf: (user) => user.email?.address,
    notReceived: (copy) => copy.code.notReceived,
    inboxOf,
  },
  link: () => enter('LINK_EMAIL_SCREEN', {}),
}
