import { refuse } from '../../test-kit/answers.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'mfa-enroll' },
  accounts: [emailAccount('ada@harbour.example')],
  factors: ['totp'],
} as const
const start = [{ press: '.button.primary' }]

/** The reset of lost factors. */
export const scenes: States<'MFA_RESET_SCREEN'> = {
  first: { when: 'What a reset does.', ...shared },
  running: {
    when: 'It was started: when it takes effect, and how it is stopped.',
    ...shared,
    act: start,
  },
  old: {
    when: 'The login is too long ago.',
    ...shared,
    answers: { server: { '/mfa/reset/init': refuse('invalid_credentials') } },
    act: start,
  },
}
