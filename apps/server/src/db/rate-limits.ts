import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'

/** One counter: at most `points` in `windowMs`. */
export interface Bucket {
  key: string
  points: number
  windowMs: number
}

/** A counter that one request may start again instead of spending from it. */
export interface Forgiven {
  key: string
  points: number
  /** An SQL condition without side effects. */
  when: RawBuilder<unknown>
}

/**
 * Counts one request in every bucket, in one statement.
 *
 * @returns milliseconds until the longest exhausted bucket opens again; 0 when none is exhausted.
 */
export async function take(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<number> {
  if (buckets.length === 0) return 0
  const { rows } = await sql<{ wait_ms: number }>`
    with ${taking(buckets, nowMs)} select wait_ms from verdict`.execute(db)
  return rows[0]?.wait_ms ?? 0
}

/**
 * `take` as the first tables of a statement that acts in the same breath, one round trip and one commit for both: the
 * row of `verdict` has `wait_ms`, and what may only happen within the budget asks for `(select wait_ms from verdict) = 0`.
 *
 * @param forgiven  a bucket of the list that is not exhausted starts again when its condition holds.
 */
export function taking(
  buckets: readonly Bucket[],
  nowMs: number,
  forgiven?: Forgiven,
): RawBuilder<unknown> {
  const isForgiven =
    forgiven === undefined ? sql`false` : sql`b.key = ${forgiven.key} and (${forgiven.when})`
  const startsAgain =
    forgiven === undefined
      ? sql`false`
      : sql`excluded.points = 0 and t.points < ${forgiven.points}::integer`
  return sql`
    budget as (${budgetRows(buckets, nowMs)}
    ), spent as (
      select b.key, case when ${isForgiven} then 0 else 1 end as points, b.reset_at from budget b
    ), taken as (
      insert into rate_limit as t (key, points, reset_at)
      select s.key, s.points, case when s.points = 0 then ${nowMs}::bigint else s.reset_at end
      from spent s
      where s.points > 0 or exists (select from rate_limit r where r.key = s.key)
      on conflict (key) do update set
        points = case when t.reset_at <= ${nowMs}::bigint or ${startsAgain} then excluded.points
          else t.points + 1 end,
        reset_at = case when t.reset_at <= ${nowMs}::bigint or ${startsAgain} then excluded.reset_at
          else t.reset_at end
      returning t.key, t.points, t.reset_at
    ), verdict as (
      select coalesce(max(t.reset_at - ${nowMs}::bigint), 0) as wait_ms
      from taken t join budget b on b.key = t.key and t.points > b.most
    )`
}

/** Rows in the order of their keys, in which they are locked, so that two requests never wait for each other. */
function budgetRows(buckets: readonly Bucket[], nowMs: number): RawBuilder<unknown> {
  const sorted = [...buckets].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sorted.map(
    ({ key, points, windowMs }) =>
      sql`select ${key}::text as key, ${points}::integer as most, ${nowMs + windowMs}::bigint as reset_at`,
  )
  if (rows.length > 0) return sql.join(rows, sql` union all `)
  return sql`select null::text as key, 0 as most, 0::bigint as reset_at where false`
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
