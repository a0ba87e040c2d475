import type { SharingGoal } from './sharing-data.js'
import { done, enter, fail, type Step } from './step.js'

/** Where the screens that other apps and sites lead to end. */
export const sharingSteps = {
  CROSS_APP_CONSENT_SCREEN: { approved: () => done(null), refused: () => fail('user_rejected') },
  CROSS_APP_REQUEST_SCREEN: { opened: () => done(null), closed: () => fail('user_rejected') },
}

/** The screen of what another app or site asks for. */
export function startSharing(goal: SharingGoal): Step {
  return goal.goal === 'share'
    ? enter('CROSS_APP_CONSENT_SCREEN', { visit: goal.visit })
    : enter('CROSS_APP_REQUEST_SCREEN', { visit: goal.visit })
}
