import { type FundGoal, fundingSteps, startFunding } from './funding-steps.js'
import type { PageGoal } from './page-data.js'
import { pageSteps, startPage } from './page-steps.js'
import type { RecoveryGoal } from './recovery-data.js'
import { recoverySteps, startRecovery } from './recovery-steps.js'
import type { SharingGoal } from './sharing-data.js'
import { sharingSteps, startSharing } from './sharing-steps.js'
import type { Step } from './step.js'

/** Where the screens lead that users open after their login. */
export const laterSteps = { ...pageSteps, ...recoverySteps, ...fundingSteps, ...sharingSteps }

type LaterGoal = PageGoal | FundGoal | SharingGoal | RecoveryGoal

/** The first screen of a goal that those screens serve. */
export function startLater(goal: LaterGoal, facts: Parameters<typeof startRecovery>[1]): Step {
  switch (goal.goal) {
    case 'export':
    case 'rehearsal':
    case 'delegate':
    case 'revoke-delegations':
    case 'import':
      return startPage(goal)
    case 'fund':
      return startFunding(goal)
    case 'share':
    case 'open-request':
      return startSharing(goal)
    default:
      return startRecovery(goal, facts)
  }
}
