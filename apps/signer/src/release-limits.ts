import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'

/** At most `limit` events of `subject` in any `windowMs` milliseconds. */
interface ReleaseLimit {
  subject: string
  limit: number
  windowMs: number
}

/**
 * Counts one event. It is one conditional statement over a sliding window, so concurrent callers cannot exceed the limit.
 *
 * @returns 0 when it was within the limit; else the event was not counted, and one will be after so many milliseconds.
 */
export async function countRelease(
  { subject, limit, windowMs }: ReleaseLimit,
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<number> {
  const oldest = nowMs - windowMs
  const { rows } = await sql`
    insert into release_log as log (subject, at_ms)
    values (${subject}, array[${nowMs}::bigint])
    on conflict (subject) do update
      set at_ms = array(select t from unnest(log.at_ms) t where t > ${oldest}::bigint)
        || ${nowMs}::bigint
      where (select count(*) from unnest(log.at_ms) t where t > ${oldest}::bigint) < ${limit}
    returning subject`.execute(db)
  if (rows.length === 1) return 0
  const log = await db
    .selectFrom('release_log')
    .select('at_ms')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return waitOf((log?.at_ms ?? []).map(Number), { limit, windowMs, nowMs })
}

/** How long until fewer than `limit` of the times are in the window; at least a millisecond. */
function waitOf(
  times: readonly number[],
  { limit, windowMs, nowMs }: { limit: number; windowMs: number; nowMs: number },
): number {
  const recent = times.filter((time) => time > nowMs - windowMs).sort((a, b) => a - b)
  const leaving = recent.at(-limit) ?? nowMs - windowMs
  return Math.max(1, leaving + windowMs - nowMs)
}
