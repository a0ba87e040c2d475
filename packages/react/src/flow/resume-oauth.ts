import { go, type Step } from './step.js'
import type { Facts } from './transitions.js'

/** The step to the screen that completes a login with the answer this page was loaded with; else null. */
export function resumeOAuth({ goal }: Facts): Step | null {
  if (goal.goal !== 'login' || goal.oauthReturn === undefined) return null
  const { oauthReturn: returned, disableSignup } = goal
  const { provider } = returned
  const visit = { provider, way: 'returned', opened: null, returned, disableSignup } as const
  return go('AWAITING_OAUTH_SCREEN', { ...visit, intent: 'login' })
}
