import { LimitReached } from '@sallyport/keyholder'
import { countRelease, inCountingTransaction, uncount } from '../release-limits.js'
import type { FactorDeps } from './factor-deps.js'
import type { UserKey } from './factor-store.js'

/** What is tried: each has tries of its own, so that wrong codes of one do not lock the others. */
export type Tried = 'sms' | 'totp' | 'recovery_code' | 'sms-send'

const minuteMs = 60_000
const dayMs = 86_400_000

/** At most 5 in 5 minutes and 25 in a day (MFA-07). */
const limits = [
  { name: '5m', limit: 5, windowMs: 5 * minuteMs },
  { name: '1d', limit: 25, windowMs: dayMs },
] as const

/**
 * Counts a try before it is judged, so that tries at once cannot exceed the limit; `forgiveTry` takes a right one back.
 *
 * @throws LimitReached
 */
export async function countTry(user: UserKey, tried: Tried, deps: FactorDeps): Promise<void> {
  await inCountingTransaction(deps, turnOf(user, tried), async (counting) => {
    for (const { name, limit, windowMs } of limits) {
      const subject = subjectOf(user, tried, name)
      const waitMs = await countRelease({ subject, limit, windowMs }, counting)
      if (waitMs > 0) throw new LimitReached(waitMs)
    }
  })
}

/** Takes one counted try back: a right code says nothing about the wrong ones before it, which stay. */
export async function forgiveTry(user: UserKey, tried: Tried, deps: FactorDeps): Promise<void> {
  await inCountingTransaction(deps, turnOf(user, tried), async (counting) => {
    for (const { name } of limits) await uncount(subjectOf(user, tried, name), counting)
  })
}

/** What the counters of a user's tries begin with, one for each limit. */
export function countersOfUser({ appId, userId }: UserKey): string[][] {
  return limits.map(({ name }) => ['factor', name, appId, userId])
}

function turnOf({ appId, userId }: UserKey, tried: Tried) {
  return { subjects: [`${tried} ${appId} ${userId}`] }
}

function subjectOf({ appId, userId }: UserKey, tried: Tried, window: string): string {
  return JSON.stringify(['factor', window, appId, userId, tried])
}
