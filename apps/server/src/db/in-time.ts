import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import { DatabaseUnavailable } from './unavailable.js'

/*
 * A database that stood still does afterwards what it was asked before, although nobody waits for it any more: a refresh
 * token would be used up by a request that was answered 503 long ago. So a statement that uses something up says until
 * when it may begin, by the database's own clock.
 */

/** How long a database's statements are waited for, and how far its clock is ahead of this process's. */
interface Patience {
  deadlineMs: number
  /** Of Unix milliseconds over `performance.now()`; undefined until the database has told its time. */
  aheadMs: number | undefined
}

const patienceOf = new WeakMap<Db, Patience>()

/** Lets statements of `db` end with the patience of who waits for them: `deadlineMs`, or without end when that is 0. */
export function limitPatience(db: Db, deadlineMs: number): void {
  patienceOf.set(db, { deadlineMs, aheadMs: undefined })
}

/** Columns of `in_time`, which a statement that has the table answers with. */
export interface InTime {
  /** False: it began after its caller had gone, and did nothing. */
  in_time: boolean
  /** The database's time, Unix milliseconds. */
  told_ms: number
}

/** Table `in_time` of a statement: one row of `InTime`. The first statement of a process is always in time. */
export function inTime(db: Db): RawBuilder<unknown> {
  const { deadlineMs = 0, aheadMs } = patienceOf.get(db) ?? {}
  const isBounded = deadlineMs > 0 && aheadMs !== undefined
  const beginByMs = isBounded ? performance.now() + aheadMs + deadlineMs : null
  return sql`in_time as materialized (
    select told_ms < coalesce(${beginByMs}::float8, 'infinity') as in_time, told_ms
    from (select (extract(epoch from clock_timestamp()) * 1000)::float8 as told_ms) as clock
  )`
}

/**
 * For the answer of a statement with `inTime`. When its caller is still there and it was late, the clocks have drifted
 * apart, by a jump or a suspended process: the next one knows.
 *
 * @throws DatabaseUnavailable when the statement did nothing.
 */
export function requireInTime(db: Db, rows: readonly InTime[]): void {
  const patience = patienceOf.get(db)
  for (const { in_time: isInTime, told_ms: toldMs } of rows) {
    const aheadMs = toldMs - performance.now()
    // The answer was under way for a while: the longest lead that was seen is the nearest to the truth.
    if (patience) patience.aheadMs = Math.max(patience.aheadMs ?? -Infinity, aheadMs)
    if (!isInTime) throw new DatabaseUnavailable('The statement began too late')
  }
}
