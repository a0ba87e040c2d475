import type { Problem } from './problem.js'
import type { DataOf, OutcomesOf, ScreenName } from './screens.js'
import { back, done, enter, fail, go, type Step } from './step.js'
import type { Facts } from './transitions.js'

type MfaScreen = Extract<ScreenName, `MFA_${string}`>
type MfaSteps = {
  [S in MfaScreen]: {
    [O in keyof OutcomesOf<S>]: (value: OutcomesOf<S>[O], facts: Facts, from: DataOf<S>) => Step
  }
}

/** Where the screens of second factors lead. */
export function mfaSteps(explain: (problem: Problem, facts: Facts) => Step): MfaSteps {
  const enrolling = { enrolled: afterEnrolling, failed: explain }
  return {
    MFA_VERIFY_SCREEN: {
      passed: () => done(null),
      gaveUp: () => fail('user_rejected'),
      lost: () => go('MFA_RESET_SCREEN', {}),
    },
    MFA_ENROLLMENT_FLOW_SCREEN: {
      chosen: ({ method }) => enrolScreens[method](),
      manages: (data) => go('MFA_REMOVE_SCREEN', data, introDone),
      codes: () => go('MFA_RECOVERY_CODES_SCREEN', {}, introDone),
      lost: () => go('MFA_RESET_SCREEN', {}, introDone),
      closed: (_, { goal }) => (goal.goal === 'account' ? enter('ACCOUNT_SCREEN', {}) : done(null)),
    },
    MFA_TOTP_SCREEN: enrolling,
    MFA_SMS_SCREEN: {
      codeSent: (data) => go('MFA_SMS_CODE_SCREEN', data),
      failed: explain,
    },
    MFA_SMS_CODE_SCREEN: { ...enrolling, wrongNumber: () => back },
    MFA_PASSKEY_SCREEN: enrolling,
    MFA_RECOVERY_CODES_SCREEN: { saved: list, failed: explain },
    MFA_REMOVE_SCREEN: { removed: list, kept: () => back, failed: explain },
    MFA_RESET_SCREEN: {
      // What waited for the factor can't go on before the reset is over.
      finished: (_, { goal }) => (goal.goal === 'mfa-verify' ? fail('user_rejected') : list()),
    },
  }
}

/** Someone who comes back has read what it is about. */
const introDone = { isIntroDone: true }

const enrolScreens = {
  totp: () => go('MFA_TOTP_SCREEN', {}, introDone),
  sms: () => go('MFA_SMS_SCREEN', {}, introDone),
  passkey: () => go('MFA_PASSKEY_SCREEN', {}, introDone),
}

/** The list of methods; a used code or secret is not returned to. */
const list = (): Step => enter('MFA_ENROLLMENT_FLOW_SCREEN', introDone)

/** With the first factor come the codes that replace it when it is lost. */
function afterEnrolling({ isFirst }: { isFirst: boolean }): Step {
  return isFirst ? enter('MFA_RECOVERY_CODES_SCREEN', {}) : list()
}
