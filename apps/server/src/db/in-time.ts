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

/** What the database answers its time with, in Unix milliseconds. */
export const tellTime = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'

/**
 * Lets statements of `db` end with their caller's patience.
 *
 * @param deadlineMs  how long callers wait; 0: without end.
 * @returns hears the time that the database told.
 */
export function limitPatience(db: Db, deadlineMs: number): (databaseMs: number) => void {
  const patience: Patience = { deadlineMs, aheadMs: undefined }
  patienceOf.set(db, patience)
  return (databaseMs) => {
    // The answer was under way for a while: the longest lead that was seen is the nearest to the truth.
    patience.aheadMs = Math.max(patience.aheadMs ?? -Infinity, databaseMs - performance.now())
  }
}

/** Table `in_time` of a statement: one row with `ok`, which is false when it began after its caller had gone. */
export function inTime(db: Db): RawBuilder<unknown> {
  const { deadlineMs = 0, aheadMs } = patienceOf.get(db) ?? {}
  if (deadlineMs === 0 || aheadMs === undefined) return sql`in_time as (select true as ok)`
  const beginByMs = performance.now() + aheadMs + deadlineMs
  return sql`in_time as materialized (
    select clock_timestamp() < to_timestamp(${beginByMs}::float8 / 1000) as ok
  )`
}

/**
 * For the answer of a statement with `inTime`: when its caller is still there, the clocks have drifted apart, by a jump
 * or a suspended process. They are compared anew.
 *
 * @throws DatabaseUnavailable when the statement did nothing.
 */
export async function requireInTime(db: Db, rows: readonly { in_time: boolean }[]): Promise<void> {
  if (rows.every((row) => row.in_time)) return
  const told = await sql<{ ms: number }>`${sql.raw(tellTime)}`.execute(db)
  const patience = patienceOf.get(db)
  if (patience && told.rows[0]) patience.aheadMs = told.rows[0].ms - performance.now()
  throw new DatabaseUnavailable('The statement began too late')
}
