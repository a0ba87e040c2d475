import { refuse } from '../../test-kit/answers.js'
import { phoneAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  goal: { goal: 'mfa-enroll' },
  accounts: [phoneAccount],
} as const
const list = { screen: 'MFA_ENROLLMENT_FLOW_SCREEN', data: { isIntroDone: true } } as const
const send = { press: '.button.primary' }

/** The number that becomes a factor. */
export const smsScenes: States<'MFA_SMS_SCREEN'> = {
  first: { when: 'The number is asked for.', ...shared, data: {}, below: list },
  login: {
    when: 'The number is one that the user logs in with.',
    ...shared,
    data: {},
    below: list,
    act: [{ type: '+1 201 555 0123' }, send],
  },
  invalid: {
    when: 'The number is not one.',
    ...shared,
    data: {},
    below: list,
    act: [{ type: '12' }, send],
  },
}

/** Its code. */
export const smsCodeScenes: States<'MFA_SMS_CODE_SCREEN'> = {
  first: {
    when: 'A code was sent to the number.',
    ...shared,
    data: { phoneNumber: '+1 (415) 555-0199' },
    below: { screen: 'MFA_SMS_SCREEN', data: {} },
  },
  wrong: {
    when: 'The code is wrong.',
    ...shared,
    data: { phoneNumber: '+1 (415) 555-0199' },
    below: { screen: 'MFA_SMS_SCREEN', data: {} },
    answers: { frame: { 'privy:mfa:submit-enrollment': refuse('twilio_verification_failed') } },
    act: [{ type: '111111' }],
  },
}
