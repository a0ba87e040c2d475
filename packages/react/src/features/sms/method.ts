import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { smsCalls } from '../../late-code-calls.js'
import { lateEntry } from '../../modal/late-entry.js'

/** Login by a code sent by text message. */
export const smsMethod: LoginMethodEntry = {
  id: 'sms',
  switch: 'sms_auth',
  // A mobile phone, from Lucide as the other icons.
  icon: {
    path: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
  },
  name: (copy) => copy.landing.phone,
  kind: 'form',
  // The form and the numbering plan: loaded when the method is first used.
  ...lateEntry(() => import('./phone-form.js')),
  code: {
    prefill: 'phone',
    ...smsCalls,
    currentOf: (user) => user.phone?.number,
    notReceived: (copy) => copy.code.notReceivedPhone,
  },
  link: () => enter('LINK_PHONE_SCREEN', {}),
}

/** The provider's `config` for phone numbers (react-api §2). */
export interface PhoneConfig {
  intl?: {
    /** ISO code of the country that numbers without a country code belong to. Default: US. */
    defaultCountry?: string
  }
}
