import * as z from 'zod/mini'

/** What an MFA call is for: proving a method that is enrolled, or enrolling one (specification §4). */
export const mfaAction = z.enum(['verify', 'enroll'], "action must be 'verify' or 'enroll'")
export type MfaAction = z.output<typeof mfaAction>
