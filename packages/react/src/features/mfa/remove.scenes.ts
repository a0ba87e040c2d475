import { refuse } from '../../test-kit/answers.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  goal: { goal: 'mfa-enroll' },
  accounts: [emailAccount('ada@harbour.example')],
  below: { screen: 'MFA_ENROLLMENT_FLOW_SCREEN', data: { isIntroDone: true } },
} as const

/** The removal of a factor. */
export const scenes: States<'MFA_REMOVE_SCREEN'> = {
  first: {
    when: 'One of several factors is to be removed.',
    ...shared,
    data: { method: 'sms' },
    factors: ['totp', 'sms'],
  },
  last: { when: 'It is the last one.', ...shared, data: { method: 'totp' }, factors: ['totp'] },
  passkey: {
    when: 'Passkeys stay ways to log in.',
    ...shared,
    data: { method: 'passkey' },
    factors: ['totp', 'passkey'],
  },
  failed: {
    when: 'The removal failed.',
    ...shared,
    data: { method: 'sms' },
    factors: ['totp', 'sms'],
    answers: { frame: { 'privy:mfa:unenroll': refuse('error') } },
    act: [{ press: '.button.danger' }],
  },
}
