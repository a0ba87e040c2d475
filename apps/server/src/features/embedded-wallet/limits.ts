import { take } from '../../db/rate-limits.js'
import type { Deps } from '../../deps.js'
import {
  bucketsOf,
  dayMs,
  hourMs,
  perUser,
  refuseWhenExhausted,
  type Spender,
} from '../../http/budgets.js'

/** What a user may do so often in so long a time. */
const limits = {
  create: { points: () => 100, windowMs: dayMs },
  'add-generation': { points: () => 60, windowMs: dayMs },
  'add-accounts': { points: () => 100, windowMs: dayMs },
  delegate: { points: () => 60, windowMs: dayMs },
  'key-material': { points: () => 60, windowMs: hourMs },
  export: { points: () => 30, windowMs: dayMs },
  recover: { points: ({ config }) => config.recoveriesPerUserPerDay, windowMs: dayMs },
  // Each goes to the vault, whose limit the app's users share: no account may use it up alone.
  'read-back': { points: ({ config }) => config.readBacksPerUserPerHour, windowMs: hourMs },
} as const satisfies Record<string, { points: (spender: Spender) => number; windowMs: number }>

/** An action whose number per user and time is bounded. */
type LimitedAction = keyof typeof limits

/** The budget of an action, for the route that declares it. */
export function walletBudget(action: LimitedAction, spender: Spender) {
  const { points, windowMs } = limits[action]
  return perUser(`wallet-${action}`, spender, { points: points(spender), windowMs })
}

/**
 * Counts an action that is known only once the rows have been read.
 *
 * @throws ApiError `too_many_requests` when the user has done it too often.
 */
export async function spend(
  action: LimitedAction,
  spender: Spender,
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<void> {
  const buckets = bucketsOf(spender.appId, [walletBudget(action, spender)])
  refuseWhenExhausted(await take(deps.db, buckets, deps.clock.nowMs()))
}
