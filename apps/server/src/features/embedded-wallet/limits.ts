import type { ServerConfig } from '../../config.js'
import { take } from '../../db/rate-limits.js'
import type { Deps } from '../../deps.js'
import { refuseWhenExhausted } from '../../http/rate-limits.js'
import type { Owner } from './owner.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What a user may do so often in so long a time; the figures of a deployment are functions of its configuration. */
const limits = {
  create: { points: () => 100, windowMs: dayMs },
  'add-generation': { points: () => 60, windowMs: dayMs },
  'add-accounts': { points: () => 100, windowMs: dayMs },
  recover: { points: (config) => config.recoveriesPerUserPerDay, windowMs: dayMs },
  // Each goes to the vault, whose limit the app's users share: no account may use it up alone.
  'read-back': { points: (config) => config.readBacksPerUserPerHour, windowMs: hourMs },
} as const satisfies Record<string, { points: (config: ServerConfig) => number; windowMs: number }>

/** An action whose number per user and time is bounded. */
export type LimitedAction = keyof typeof limits

/** Counts one action of a user. @throws ApiError `too_many_requests` when the time's are used up. */
export async function spend(
  action: LimitedAction,
  { owner, deps }: { owner: Owner; deps: Pick<Deps, 'db' | 'clock' | 'config'> },
): Promise<void> {
  const { points, windowMs } = limits[action]
  const key = `wallet-${action}:${owner.appId}:${owner.userId}`
  const bucket = { key, points: points(deps.config), windowMs }
  refuseWhenExhausted(await take(deps.db, [bucket], deps.clock.nowMs()))
}
