import { type RawBuilder, sql } from 'kysely'
import type { FactorRecord } from '../identity/user.js'
import type { Db } from './connect.js'

/** A session that a request presents a token of. */
export interface PresentedSession {
  appId: string
  /** Without prefix. */
  userId: string
  sessionId: string
  nowMs: number
  /** Of the deployment: sessions of an older one are over (T-39). */
  epoch: number
}

/** What a route may ask of a session. */
export interface SessionFacts {
  /** When the user last proved an account or a factor, Unix milliseconds. */
  auth_time: number
  amr: string[]
  session_expires_at: number
  session_mac: Buffer | null
  /** When the session last proved a second factor, Unix milliseconds. */
  mfa_at_ms: number | null
  /** Hex; see `authenticRows.sessionFactor`. */
  mfa_mac: string | null
  /** The second factors of the user, when recovery codes were last made, and what authenticates both, in hex. */
  factors: { methods: FactorRecord[]; codes_at: number | null; mac: string | null }
}

/** Columns of `SessionFacts` from alias `s` of session. */
export const sessionColumns: RawBuilder<unknown> = sql`
  s.auth_time, s.amr, s.expires_at as session_expires_at, s.mac as session_mac, s.mfa_at_ms,
  encode(s.mfa_mac, 'hex') as mfa_mac, (
    select json_build_object('methods', f.mfa_methods, 'codes_at', f.recovery_codes_at,
      'mac', encode(f.factors_mac, 'hex'))
    from user_account f where f.app_id = s.app_id and f.id = s.user_id
  ) as factors`

/** Columns of `SessionFacts` from table `open_session`. */
export const openSessionColumns = sql`
  open_session.auth_time, open_session.amr, open_session.session_expires_at,
  open_session.session_mac, open_session.mfa_at_ms,
  open_session.mfa_mac, open_session.factors`

/** Table `open_session` of a statement: its app, user and facts while the session is open, else no row. */
export function openSessionTable(presented: PresentedSession): RawBuilder<unknown> {
  const { appId, userId, sessionId, nowMs, epoch } = presented
  return sql`open_session as (
    select s.app_id, s.user_id, ${sessionColumns} from session s
    where s.app_id = ${appId} and s.id = ${sessionId} and s.user_id = ${userId}
      and s.revoked_at is null and s.expires_at > ${nowMs} and s.epoch = ${epoch}
  )`
}

/** The facts of a session while it is open: all the frame's calls need to know, in a query that reads one row. */
export async function readSessionFacts(
  db: Db,
  presented: PresentedSession,
): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`
    with ${openSessionTable(presented)} select ${openSessionColumns} from open_session`.execute(db)
  return rows[0]
}
