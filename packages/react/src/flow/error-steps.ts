import type { Problem } from './problem.js'
import type { DataOf, Intent } from './screens.js'
import { enter, go, type Step } from './step.js'

/** The screen that explains a problem. */
export function broken(problem: Problem, intent: Intent): Step {
  return enter('ERROR_SCREEN', { problem, canRetry: problem.code !== 'not_supported', intent })
}

/** The provider refuses logins in the browser of another app. */
export function inAppBrowser(page: DataOf<'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE'>): Step {
  return go('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE', page)
}
