import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'

/** One counter: at most `points` in `windowMs`. */
export interface Bucket {
  key: string
  points: number
  windowMs: number
}

/** What starts a counter again instead of spending from it. */
export interface Forgiving {
  /** An SQL condition on a row `s` of table `spend` (`place`, `key`), without side effects. */
  when: RawBuilder<unknown>
  /** A counter that has reached this stays as it is. */
  points: number
}

/**
 * Counts one request in every bucket, in one statement.
 *
 * @returns milliseconds until the longest exhausted bucket opens again; 0 when none is exhausted.
 */
export async function take(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<number> {
  if (buckets.length === 0) return 0
  const { rows } = await sql<{ wait_ms: number }>`
    with ${taking([buckets], nowMs)} select wait_ms from verdict`.execute(db)
  return rows[0]?.wait_ms ?? 0
}

/**
 * `take` for several requests, as the first tables of a statement that acts in the same breath, one round trip and one
 * commit for all: `verdict` has a row for each request with `place`, counted from 1, and `wait_ms`; what may only happen
 * within the budget asks for 0. Of requests that spend from one counter the earlier ones have what is left of it.
 */
export function taking(
  requests: readonly (readonly Bucket[])[],
  nowMs: number,
  forgiving?: Forgiving,
): RawBuilder<unknown> {
  const spends = requests.flatMap((buckets, index) =>
    buckets.map((bucket) => ({ ...bucket, place: index + 1 })),
  )
  const points = forgiving ? sql`case when ${forgiving.when} then 0 else 1 end` : sql`1`
  const isOver = sql`t.reset_at <= ${nowMs}::bigint`
  const startsAgain = forgiving
    ? sql`${isOver} or (excluded.points = 0 and t.points < ${forgiving.points}::integer)`
    : isOver
  // Rows are locked in the order of their keys, so that two statements never wait for each other. Who is forgiven too
  // late spends like the others.
  return sql`
    spend as (
      select s.*, ${points} as points from unnest(
        ${spends.map(({ place }) => place)}::integer[], ${spends.map(({ key }) => key)}::text[],
        ${spends.map((bucket) => bucket.points)}::integer[],
        ${spends.map(({ windowMs }) => nowMs + windowMs)}::bigint[]
      ) as s (place, key, most, reset_at)
    ), budget as (
      select key, sum(points)::integer as points, max(reset_at) as reset_at from spend group by key
    ), taken as (
      insert into rate_limit as t (key, points, reset_at)
      select b.key, b.points, case when b.points = 0 then ${nowMs}::bigint else b.reset_at end
      from budget b
      where b.points > 0 or exists (select from rate_limit r where r.key = b.key)
      order by b.key
      on conflict (key) do update set
        points = case when ${startsAgain} then excluded.points
          else t.points + greatest(excluded.points, 1) end,
        reset_at = case when ${startsAgain} then excluded.reset_at else t.reset_at end
      returning t.key, t.points, t.reset_at
    ), late as (
      select s.place, max(t.reset_at - ${nowMs}::bigint) as wait_ms
      from (
        select *, sum(points) over (partition by key order by place) as turn from spend
      ) s join budget b on b.key = s.key join taken t on t.key = s.key
      where t.points - b.points + s.turn > s.most
      group by s.place
    ), verdict as (
      select place, coalesce(late.wait_ms, 0) as wait_ms
      from generate_series(1, ${requests.length}::integer) as place left join late using (place)
    )`
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
