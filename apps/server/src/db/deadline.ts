import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import { DatabaseUnavailable } from './unavailable.js'

/*
 * A database that stalled still executes statements whose callers have given up: a refresh token would be used up by a
 * request that was answered 503 long ago. So a statement that consumes something carries a deadline by the database's
 * own clock and does nothing after it.
 */

interface StatementDeadline {
  deadlineMs: number
  /** Database clock (Unix milliseconds) minus `performance.now()`; undefined until the first answer. */
  clockOffsetMs: number | undefined
}

const deadlineOf = new WeakMap<Db, StatementDeadline>()

/** Gives each statement of `db` the caller's remaining deadline: `deadlineMs`, or none when that is 0. */
export function setStatementDeadline(db: Db, deadlineMs: number): void {
  deadlineOf.set(db, { deadlineMs, clockOffsetMs: undefined })
}

/** Columns of `deadline`, which a statement with that table returns. */
export interface DeadlineRow {
  /** False: the statement began after its deadline and did nothing. */
  in_time: boolean
  /** The database's clock, Unix milliseconds. */
  db_now_ms: number
}

/** Table `deadline` of a statement: one `DeadlineRow`. The first statement of a process is always in time. */
export function deadlineCte(db: Db): RawBuilder<unknown> {
  const { deadlineMs = 0, clockOffsetMs } = deadlineOf.get(db) ?? {}
  const isBounded = deadlineMs > 0 && clockOffsetMs !== undefined
  const beginByMs = isBounded ? performance.now() + clockOffsetMs + deadlineMs : null
  return sql`deadline as materialized (
    select db_now_ms < coalesce(${beginByMs}::float8, 'infinity') as in_time, db_now_ms
    from (select (extract(epoch from clock_timestamp()) * 1000)::float8 as db_now_ms) as clock
  )`
}

/**
 * Checks the answer of a statement with `deadlineCte` and updates the clock offset. A statement can be late although its
 * caller is still waiting, after a clock jump or a suspended process: the next one then uses the corrected offset.
 *
 * @throws DatabaseUnavailable when the statement did nothing.
 */
export function requireInTime(db: Db, rows: readonly DeadlineRow[]): void {
  const deadline = deadlineOf.get(db)
  for (const { in_time: isInTime, db_now_ms: dbNowMs } of rows) {
    const offsetMs = dbNowMs - performance.now()
    if (deadline) deadline.clockOffsetMs = bestOffset(deadline, offsetMs)
    if (!isInTime) throw new DatabaseUnavailable('The statement began too late')
  }
}

/**
 * Answers are delayed on their way, so the largest offset seen is the most accurate. Callers wait no longer than their deadline: an
 * offset that is smaller by more than that is of a database whose clock was set back, such as that of a new primary.
 */
function bestOffset({ clockOffsetMs, deadlineMs }: StatementDeadline, offsetMs: number): number {
  if (clockOffsetMs === undefined || offsetMs < clockOffsetMs - deadlineMs) return offsetMs
  return Math.max(clockOffsetMs, offsetMs)
}
