import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'mfa-enroll' },
  accounts: [emailAccount('ada@harbour.example')],
  factors: ['totp'],
} as const

/** Recovery codes. */
export const scenes: States<'MFA_RECOVERY_CODES_SCREEN'> = {
  first: {
    when: 'The codes, shown once. The screen can’t be closed before they are saved.',
    ...shared,
  },
  saved: {
    when: 'The user says that they are saved.',
    ...shared,
    act: [{ press: 'input[type=checkbox]' }],
  },
  loading: {
    when: 'The codes are on their way.',
    ...shared,
    answers: { frame: { 'sallyport:mfa:recovery-codes': noAnswer } },
  },
  failed: {
    when: 'The codes did not come.',
    ...shared,
    answers: { frame: { 'sallyport:mfa:recovery-codes': refuse('error') } },
  },
}
