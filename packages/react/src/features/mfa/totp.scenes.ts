import { noAnswer, refuse } from '../../test-kit/answers.js'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  data: {},
  goal: { goal: 'mfa-enroll' },
  accounts: [emailAccount('ada@harbour.example')],
  below: { screen: 'MFA_ENROLLMENT_FLOW_SCREEN', data: { isIntroDone: true } },
} as const
const scanned = [{ press: '.button.primary' }]

/** Setting up an authenticator app. */
export const scenes: States<'MFA_TOTP_SCREEN'> = {
  first: { when: 'The secret, to scan or to type.', ...shared },
  loading: {
    when: 'The secret is on its way.',
    ...shared,
    answers: { frame: { 'privy:mfa:init-enrollment': noAnswer } },
  },
  failed: {
    when: 'The secret did not come.',
    ...shared,
    answers: { frame: { 'privy:mfa:init-enrollment': refuse('error') } },
  },
  code: { when: 'The first code of the app is asked for.', ...shared, act: scanned },
  wrong: {
    when: 'The code is wrong.',
    ...shared,
    answers: { frame: { 'privy:mfa:submit-enrollment': refuse('invalid_credentials') } },
    act: [...scanned, { type: '111111' }],
  },
  right: { when: 'The app is set up.', ...shared, act: [...scanned, { type: '204816' }] },
}
