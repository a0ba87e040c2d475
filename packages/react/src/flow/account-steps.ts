import type { Problem } from './problem.js'
import type { DataOf, OutcomesOf } from './screens.js'
import { done, go, type Step } from './step.js'
import type { Facts } from './transitions.js'

type AccountScreen =
  | 'ACCOUNT_SCREEN'
  | 'ACCOUNT_DEVICES_SCREEN'
  | 'ACCOUNT_ACTIVITY_SCREEN'
  | 'ACCOUNT_APPS_SCREEN'
type AccountSteps = {
  [S in AccountScreen]: {
    [O in keyof OutcomesOf<S>]: (value: OutcomesOf<S>[O], facts: Facts, from: DataOf<S>) => Step
  }
}

/** Where the account sheet and its lists lead. */
export function accountSteps(explain: (problem: Problem, facts: Facts) => Step): AccountSteps {
  return {
    ACCOUNT_SCREEN: {
      twoStep: () => go('MFA_ENROLLMENT_FLOW_SCREEN', { isIntroDone: false }),
      devices: () => go('ACCOUNT_DEVICES_SCREEN', {}),
      activity: () => go('ACCOUNT_ACTIVITY_SCREEN', {}),
      apps: () => go('ACCOUNT_APPS_SCREEN', {}),
      linkedAccount: (data) => go('ACCOUNT_LINKED_SCREEN', data),
      adds: () => go('ACCOUNT_ADD_SCREEN', {}),
      wallet: (data) => go('ACCOUNT_WALLET_SCREEN', data),
      closed: () => done(null),
    },
    ACCOUNT_DEVICES_SCREEN: { failed: explain },
    ACCOUNT_ACTIVITY_SCREEN: { failed: explain },
    ACCOUNT_APPS_SCREEN: {
      failed: explain,
      revokes: () => go('EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN', {}),
    },
  }
}
