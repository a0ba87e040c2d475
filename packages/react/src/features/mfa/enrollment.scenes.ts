import type { AppConfig } from '@sallyport/contract'
import { emailAccount } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const mfaMethods: AppConfig['mfa_methods'] = ['sms', 'totp', 'passkey']
const shared = {
  goal: { goal: 'mfa-enroll' as const },
  accounts: [emailAccount('ada@harbour.example')],
  app: { mfa_methods: mfaMethods },
}

/** Two-step verification. */
export const scenes: States<'MFA_ENROLLMENT_FLOW_SCREEN'> = {
  first: {
    when: 'The user has no second step yet: what it is for.',
    ...shared,
    data: { isIntroDone: false },
  },
  methods: { when: 'The user went on.', ...shared, data: { isIntroDone: true } },
  on: {
    when: 'The user has a second step.',
    ...shared,
    data: { isIntroDone: true },
    factors: ['totp'],
  },
  reset: {
    when: 'A reset is under way, which the user may not have started.',
    ...shared,
    data: { isIntroDone: true },
    factors: ['totp', 'sms'],
    answers: { server: { '/mfa/reset': () => ({ due_at: 1_767_873_600 }) } },
  },
  none: {
    when: 'The app offers no second step.',
    ...shared,
    app: { mfa_methods: [] },
    data: { isIntroDone: true },
  },
}
