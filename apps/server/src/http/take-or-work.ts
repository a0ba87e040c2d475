import { ApiError } from '@sallyport/contract'
import { spendBuckets, waitMsOf } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'
import { type Budget, bucketsOf, refuseWhenExhausted } from './budgets.js'
import { isWorkDone, newChallenge } from './work-proof.js'

/**
 * Counts a request in its budgets. Where all that is exhausted is a budget that strangers share and may be worked for, a request that
 * proves the work passes.
 *
 * @throws ApiError `too_many_requests`; with `data.work`, a challenge, where the client may work instead of waiting.
 */
export async function takeOrWork(
  deps: Pick<Deps, 'db' | 'clock' | 'keyEncryption'>,
  { appId, list, workProof }: { appId: string; list: readonly Budget[]; workProof: unknown },
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const counted = list.filter(({ points }) => points > 0)
  const buckets = bucketsOf(appId, counted)
  const spent = await spendBuckets(deps.db, buckets, nowMs)
  const waitOf = (isMeant: (budget: Budget) => boolean) => {
    const at = counted.flatMap((budget, index) => (isMeant(budget) ? [index] : []))
    const pick = <T>(all: readonly T[]) => all.filter((_, index) => at.includes(index))
    return waitMsOf(pick(buckets), pick(spent), nowMs)
  }
  refuseWhenExhausted(waitOf(({ workFor }) => workFor === undefined))
  const waitMs = waitOf(({ workFor }) => workFor !== undefined)
  const workFor = counted.find((budget) => budget.workFor !== undefined)?.workFor
  if (waitMs <= 0 || workFor === undefined) return
  const subject = JSON.stringify([appId, workFor])
  if (await isWorkDone(workProof, subject, deps)) return
  const over = Math.max(
    ...counted.map(({ points }, index) => ((spent[index]?.points ?? 0) - points) / points),
  )
  throw new ApiError('too_many_requests', {
    data: { retry_after: Math.ceil(waitMs / 1000), work: newChallenge(subject, over, deps) },
  })
}
