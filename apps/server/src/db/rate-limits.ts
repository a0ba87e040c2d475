import { sql } from 'kysely'
import type { Db } from './connect.js'

/** One counter: at most `points` in `windowMs`. */
export interface Bucket {
  key: string
  points: number
  windowMs: number
}

/**
 * Counts one request in every bucket, in one statement.
 *
 * @returns milliseconds until the longest exhausted bucket opens again; 0 when none is exhausted.
 */
export async function take(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<number> {
  if (buckets.length === 0) return 0
  // Rows are locked in the order of their keys, so that two requests never wait for each other.
  const sorted = [...buckets].sort((a, b) => (a.key < b.key ? -1 : 1))
  const { rows } = await sql<{ key: string; points: number; reset_at: number }>`
    insert into rate_limit as t (key, points, reset_at)
    select key, 1, ${nowMs}::bigint + window_ms
    from unnest(${sorted.map((b) => b.key)}::text[], ${sorted.map((b) => b.windowMs)}::bigint[])
      as b (key, window_ms)
    on conflict (key) do update set
      points = case when t.reset_at <= ${nowMs}::bigint then 1 else t.points + 1 end,
      reset_at = case when t.reset_at <= ${nowMs}::bigint then excluded.reset_at else t.reset_at end
    returning key, points, reset_at`.execute(db)
  const limits = new Map(buckets.map((bucket) => [bucket.key, bucket.points]))
  const waits = rows.map((row) =>
    row.points > (limits.get(row.key) ?? 0) ? row.reset_at - nowMs : 0,
  )
  return Math.max(0, ...waits)
}

/** Gives one request back to each counter whose time is not over. */
export async function giveBack(db: Db, keys: readonly string[], nowMs: number): Promise<void> {
  // Rows are locked in the order of their keys, as `take` does.
  await sql`
    with held as (
      select key from rate_limit where key = any (${keys}::text[]) order by key for update
    )
    update rate_limit as t set points = t.points - 1 from held
    where t.key = held.key and t.points > 0 and t.reset_at > ${nowMs}::bigint`.execute(db)
}

/** Forgets counters whose time is over. */
export async function dropExpiredCounters(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('reset_at', '<=', nowMs).execute()
}
