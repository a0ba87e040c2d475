import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { emailCalls } from '../../late-code-calls.js'
import { EmailForm } from './email-form.js'

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
    ...emailCalls,
    currentOf: (user) => user.email?.address,
    notReceived: (copy) => copy.code.notReceived,
  },
  link: () => enter('LINK_EMAIL_SCREEN', {}),
}
