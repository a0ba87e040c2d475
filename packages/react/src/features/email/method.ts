import { email } from '@sallyport/core'
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
    sendLink: (client, address) => email.sendLinkCode(client, { email: address }),
    link: (client, { address, code }) => email.link(client, { email: address, code }),
    update: (client, { current, address, code }) =>
      email.update(client, { oldAddress: current, newAddress: address, code }),
    transfer: (client, { address, nonce }) => email.transfer(client, { email: address, nonce }),
    currentOf: (user) => user.email?.address,
    notReceived: (copy) => copy.code.notReceived,
    inboxOf,
  },
  link: () => enter('LINK_EMAIL_SCREEN', {}),
}
