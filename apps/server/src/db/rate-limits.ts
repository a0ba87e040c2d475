import { sql } from 'kysely'
import { batchPerTick, oncePerDb } from './batch-per-tick.js'
import type { Db } from './connect.js'

/** One counter: at most `points` in `windowMs`. */
export interface Bucket {
  key: string
  points: number
  windowMs: number
  /** Many clients spend from it: counted only when none of the request's other buckets is exhausted. */
  isShared?: boolean
}

/** A counter after a request was counted in it. */
interface SpentBucket {
  key: string
  /** How many requests the running window has counted, this one included. */
  points: number
  /** End of the running window, Unix milliseconds. */
  resetAtMs: number
}

/**
 * Counts one request in every bucket and returns the counters in the order of `buckets`. Shared buckets come second, so
 * that requests which are refused anyway do not use them up.
 */
export async function spendBuckets(
  db: Db,
  buckets: readonly Bucket[],
  nowMs: number,
): Promise<SpentBucket[]> {
  const own = buckets.filter(({ isShared }) => !isShared)
  const spent = await count(db, own, nowMs)
  const isRefused = waitMsOf(own, spent, nowMs) > 0
  const shared = buckets.filter(({ isShared }) => isShared)
  const all = isRefused ? spent : [...spent, ...(await count(db, shared, nowMs))]
  const byKey = new Map(all.map((counter) => [counter.key, counter]))
  return buckets.map(({ key }) => byKey.get(key) ?? { key, points: 0, resetAtMs: nowMs })
}

interface Count {
  buckets: readonly Bucket[]
  nowMs: number
}

async function count(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<SpentBucket[]> {
  return buckets.length === 0 ? [] : countInBatch(db)({ buckets, nowMs })
}

const countInBatch = oncePerDb((db) => batchPerTick((all: readonly Count[]) => countAll(db, all)))

/** Requests that arrive at the same moment share a statement: of one counter, the earlier ones have what is left. */
async function countAll(db: Db, all: readonly Count[]): Promise<SpentBucket[][]> {
  const nowMs = Math.max(...all.map((each) => each.nowMs))
  const sums = new Map<string, { points: number; windowMs: number }>()
  for (const { key, windowMs } of all.flatMap(({ buckets }) => buckets)) {
    sums.set(key, { points: (sums.get(key)?.points ?? 0) + 1, windowMs })
  }
  const entries = [...sums]
  // Rows are locked in the order of their keys, so that two statements cannot deadlock.
  const { rows } = await sql<{ key: string; points: number; reset_at: number }>`
    insert into rate_limit as t (key, points, reset_at)
    select key, points, reset_at from unnest(
      ${entries.map(([key]) => key)}::text[],
      ${entries.map(([, { points }]) => points)}::integer[],
      ${entries.map(([, { windowMs }]) => nowMs + windowMs)}::bigint[]
    ) as spent (key, points, reset_at)
    order by key
    on conflict (key) do update set
      points = case when t.reset_at <= ${nowMs}::bigint then excluded.points
        else t.points + excluded.points end,
      reset_at = case when t.reset_at <= ${nowMs}::bigint then excluded.reset_at else t.reset_at end
    returning key, points, reset_at`.execute(db)
  const before = new Map(
    rows.map(({ key, points, reset_at: resetAtMs }) => [
      key,
      { points: points - (sums.get(key)?.points ?? 0), resetAtMs },
    ]),
  )
  return all.map(({ buckets }) =>
    buckets.map(({ key }) => {
      const counter = before.get(key)
      if (counter === undefined) throw new Error('A counter was not returned')
      counter.points += 1
      return { key, ...counter }
    }),
  )
}

/**
 * `spendBuckets`, for callers that only need to know whether to go on.
 *
 * @returns milliseconds until the last exhausted bucket opens again; 0 when none is exhausted.
 */
export async function take(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<number> {
  const spent = await spendBuckets(db, buckets, nowMs)
  return waitMsOf(buckets, spent, nowMs)
}

/** Milliseconds until the last exhausted bucket opens again; 0 when none is exhausted. */
export function waitMsOf(
  buckets: readonly Bucket[],
  spent: readonly SpentBucket[],
  nowMs: number,
): number {
  const waits = buckets.map(({ points }, index) => {
    const counter = spent[index]
    return counter !== undefined && counter.points > points ? counter.resetAtMs - nowMs : 0
  })
  return Math.max(0, ...waits)
}

/** Gives one request back to each counter whose window is still running. */
export async function giveBack(db: Db, keys: readonly string[], nowMs: number): Promise<void> {
  // Rows are locked in the order of their keys, as in `spendBuckets`.
  await sql`
    with held as (
      select key from rate_limit where key = any (${keys}::text[]) order by key for update
    )
    update rate_limit as t set points = t.points - 1 from held
    where t.key = held.key and t.points > 0 and t.reset_at > ${nowMs}::bigint`.execute(db)
}

/** Deletes counters whose window is over. */
export async function dropExpiredCounters(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('reset_at', '<=', nowMs).execute()
}
