import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'

/** A session that a request presents a token of. */
export interface PresentedSession {
  appId: string
  /** Without prefix. */
  userId: string
  sessionId: string
  nowMs: number
}

/** What a route may ask of a session. */
export interface SessionFacts {
  /** When the user last proved an account or a factor, Unix milliseconds. */
  auth_time: number
  amr: string[]
}

/** Table `open_session` of a statement: its app, user and facts while the session is open, else no row. */
export function openSessionTable(presented: PresentedSession): RawBuilder<unknown> {
  const { appId, userId, sessionId, nowMs } = presented
  return sql`open_session as (
    select app_id, user_id, auth_time, amr from session
    where app_id = ${appId} and id = ${sessionId} and user_id = ${userId}
      and revoked_at is null and expires_at > ${nowMs}
  )`
}

/** The facts of a session while it is open: all the frame's calls need to know, in a query that reads one row. */
export async function readSessionFacts(
  db: Db,
  presented: PresentedSession,
): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`
    with ${openSessionTable(presented)} select auth_time, amr from open_session`.execute(db)
  return rows[0]
}
