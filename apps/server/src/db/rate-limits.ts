import { type RawBuilder, sql } from 'kysely'
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
export interface SpentBucket {
  key: string
  /** How many requests the running window has counted, this one included. */
  points: number
  /** End of the running window, Unix milliseconds. */
  resetAtMs: number
}

/**
 * Counts one request in every bucket, in one statement, and returns the counters in the order of `buckets`. Shared
 * buckets come last, so that requests which are refused anyway do not use them up.
 */
export async function spendBuckets(
  db: Db,
  buckets: readonly Bucket[],
  nowMs: number,
): Promise<SpentBucket[]> {
  if (buckets.length === 0) return []
  const own = buckets.filter(({ isShared }) => !isShared)
  const shared = buckets.filter(({ isShared }) => isShared)
  const { rows } = await sql<{ key: string; points: number; reset_at: number }>`
    with own as (${countCte(own, nowMs, sql`true`)}),
    shared as (${countCte(
      shared,
      nowMs,
      sql`not exists (
      select from own join unnest(
        ${own.map(({ key }) => key)}::text[], ${own.map(({ points }) => points)}::bigint[]
      ) as most (key, points) on most.key = own.key where own.points > most.points
    )`,
    )})
    select * from own union all select * from shared`.execute(db)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return buckets.map(({ key }) => {
    const { points = 0, reset_at: resetAtMs = nowMs } = byKey.get(key) ?? {}
    return { key, points, resetAtMs }
  })
}

/** Counts one request in every bucket; rows are locked in the order of their keys, so that statements cannot deadlock. */
function countCte(
  buckets: readonly Bucket[],
  nowMs: number,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into rate_limit as t (key, points, reset_at)
    select key, 1, reset_at from unnest(
      ${buckets.map(({ key }) => key)}::text[],
      ${buckets.map(({ windowMs }) => nowMs + windowMs)}::bigint[]
    ) as spent (key, reset_at)
    where ${condition}
    order by key
    on conflict (key) do update set
      points = case when t.reset_at <= ${nowMs}::bigint then 1 else t.points + 1 end,
      reset_at = case when t.reset_at <= ${nowMs}::bigint then excluded.reset_at else t.reset_at end
    returning t.key, t.points, t.reset_at`
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
