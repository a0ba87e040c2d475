import type { Problem } from './problem.js'

/** What a passkey is asked for on the screens of a login. */
export type PasskeyUse = 'login' | 'sign-up'

/** How the screen that waits for a passkey ends. */
export interface PasskeyOutcomes<Login> {
  loggedIn: Login
  /** Back to the first screen. */
  otherWay: Record<never, never>
  failed: Problem
}
