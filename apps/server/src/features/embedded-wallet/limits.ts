import { take } from '../../db/rate-limits.js'
import type { Deps } from '../../deps.js'
import { refuseWhenExhausted } from '../../http/rate-limits.js'
import type { Owner } from './owner.js'

/** What a user may do so often in 24 hours; `recover` is the deployment's figure. */
const dailyLimits = { create: 100, 'add-generation': 60, 'add-accounts': 100 } as const

/** An action whose number per user and day is bounded. */
export type LimitedAction = keyof typeof dailyLimits | 'recover'

const dayMs = 86_400_000

/** Counts one action of a user. @throws ApiError `too_many_requests` when the day's are used up. */
export async function spend(
  action: LimitedAction,
  { owner, deps }: { owner: Owner; deps: Pick<Deps, 'db' | 'clock' | 'config'> },
): Promise<void> {
  const points = action === 'recover' ? deps.config.recoveriesPerUserPerDay : dailyLimits[action]
  const key = `wallet-${action}:${owner.appId}:${owner.userId}`
  refuseWhenExhausted(await take(deps.db, [{ key, points, windowMs: dayMs }], deps.clock.nowMs()))
}
