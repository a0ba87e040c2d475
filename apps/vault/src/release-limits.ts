import { inTurns, type TurnTimeout, turnDeadline } from '@sallyport/keyholder'
import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'
import type { Counted, CounterRow, ReleaseCounters } from './release-counters.js'

/** At most `limit` events of `subject` in any `windowMs` milliseconds. */
interface ReleaseLimit {
  subject: string
  limit: number
  windowMs: number
}

/** A transaction that counts. */
export interface Counting {
  db: VaultDatabase
  nowMs: number
  counters: ReleaseCounters
  /** What it has written so far. */
  counted: Counted[]
}

/**
 * Runs `work` in a transaction; what it has counted is remembered when that is committed. Of a flood that would wait for the same rows, one
 * does it after the other, and who would wait for too long is refused: it must not take the connections from other users.
 *
 * @param of.subjects  Whose rows it holds, in the order in which it takes them.
 * @param of.until  `turnDeadline` of the call; default: it begins now.
 * @throws LimitReached
 */
export function inCountingTransaction<T>(
  deps: TurnTimeout & { db: VaultDatabase; clock: { nowMs(): number }; counters: ReleaseCounters },
  { subjects, until = turnDeadline(deps) }: { subjects: readonly string[]; until?: number },
  work: (counting: Counting) => Promise<T>,
): Promise<T> {
  return inTurns({ shared: deps.db, subjects, until }, () => countNow(deps, work))
}

async function countNow<T>(
  deps: { db: VaultDatabase; clock: { nowMs(): number }; counters: ReleaseCounters },
  work: (counting: Counting) => Promise<T>,
): Promise<T> {
  const counted: Counted[] = []
  const about = { nowMs: deps.clock.nowMs(), counters: deps.counters, counted }
  const result = await deps.db.transaction().execute((db) => work({ db, ...about }))
  for (const each of counted) deps.counters.remember(each)
  return result
}

/**
 * Counts one event over a sliding window. The row is held until the transaction ends, so concurrent callers cannot exceed the
 * limit.
 *
 * @returns 0 when it was within the limit; else the event was not counted, and one will be after so many milliseconds.
 * @throws RowRefused when the row is not the one that the vault wrote last.
 */
export async function countRelease(
  { subject, limit, windowMs }: ReleaseLimit,
  counting: Counting,
): Promise<number> {
  const { nowMs } = counting
  const row = await holdRow(subject, counting)
  const recent = row.atMs.filter((time) => time > nowMs - windowMs)
  if (recent.length >= limit) return waitOf(recent, { limit, windowMs, nowMs })
  await writeRow({ ...row, atMs: [...recent, nowMs] }, counting)
  return 0
}

/** Takes the newest event of a subject back. */
export async function uncount(subject: string, counting: Counting): Promise<void> {
  const row = await holdRow(subject, counting)
  await writeRow({ ...row, atMs: row.atMs.slice(0, -1) }, counting)
}

/** The row of a subject, held until the transaction ends; it is made when the subject has none. */
async function holdRow(
  subject: string,
  { db, nowMs, counters }: Pick<Counting, 'db' | 'nowMs' | 'counters'>,
): Promise<CounterRow> {
  const stored = await readRow(subject, db)
  counters.check(subject, stored, nowMs)
  if (stored) return stored
  const empty: CounterRow = { subject, version: 0, atMs: [] }
  await db
    .insertInto('release_log')
    .values({ subject, at_ms: [], version: '0', mac: counters.macOf(empty) })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
  const made = await readRow(subject, db)
  counters.check(subject, made, nowMs)
  return made ?? empty
}

async function readRow(
  subject: string,
  db: VaultDatabase,
): Promise<(CounterRow & { mac: string }) | undefined> {
  const row = await db
    .selectFrom('release_log')
    .select(['at_ms', 'version', 'mac'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { at_ms: times, version, mac } = row
  return { subject, version: Number(version), atMs: times.map(Number), mac }
}

async function writeRow(
  { subject, version, atMs }: CounterRow,
  { db, nowMs, counters, counted }: Counting,
): Promise<void> {
  const next: CounterRow = { subject, version: version + 1, atMs }
  await sql`
    update release_log set at_ms = ${[...atMs]}::bigint[], version = ${next.version}, mac = ${counters.macOf(next)}
    where subject = ${subject}`.execute(db)
  counted.push({ subject, version: next.version, nowMs })
}

/** How long until fewer than `limit` of the times are in the window; at least a millisecond. */
function waitOf(
  recent: readonly number[],
  { limit, windowMs, nowMs }: { limit: number; windowMs: number; nowMs: number },
): number {
  const leaving = recent.toSorted((a, b) => a - b).at(-limit) ?? nowMs - windowMs
  return Math.max(1, leaving + windowMs - nowMs)
}
