import { sql } from 'kysely'
import type { Db } from './connect.js'

/** Events kept of each app; older ones go first. */
const keptEvents = 10_000

/** Adds an event a client reported. */
export async function insertEvent(
  db: Db,
  event: {
    appId: string
    name: string
    clientId: string | null
    payload: Record<string, unknown> | null
    nowMs: number
  },
): Promise<void> {
  await db
    .insertInto('analytics_event')
    .values({
      app_id: event.appId,
      event_name: event.name,
      client_id: event.clientId,
      payload: event.payload === null ? null : JSON.stringify(event.payload),
      created_at: event.nowMs,
    })
    .execute()
}

/** Deletes all but the newest events of every app. */
export async function dropOldEvents(db: Db): Promise<void> {
  await sql`
    delete from analytics_event e using (
      select id, row_number() over (partition by app_id order by id desc) as place
      from analytics_event
    ) ranked
    where e.id = ranked.id and ranked.place > ${keptEvents}`.execute(db)
}
