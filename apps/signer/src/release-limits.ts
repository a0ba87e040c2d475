import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'

/** At most `limit` events of `subject` in any `windowMs` milliseconds. */
interface ReleaseLimit {
  subject: string
  limit: number
  windowMs: number
}

/**
 * Counts one event and returns whether it was within the limit; a refused event is not counted. It is one conditional
 * statement over a sliding window, so concurrent callers cannot exceed the limit.
 */
export async function countRelease(
  { subject, limit, windowMs }: ReleaseLimit,
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<boolean> {
  const oldest = nowMs - windowMs
  const { rows } = await sql`
    insert into release_log as log (subject, at_ms)
    values (${subject}, array[${nowMs}::bigint])
    on conflict (subject) do update
      set at_ms = array(select t from unnest(log.at_ms) t where t > ${oldest}::bigint)
        || ${nowMs}::bigint
      where (select count(*) from unnest(log.at_ms) t where t > ${oldest}::bigint) < ${limit}
    returning subject`.execute(db)
  return rows.length === 1
}
