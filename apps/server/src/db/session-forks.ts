import { sql } from 'kysely'
import type { Continuation } from '../identity/sign-in.js'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'
import { type NewSession, openSessionCtes } from './sign-in.js'
import { userColumns } from './users.js'

/** Forks of a session that can be used at the same time. */
const maxLiveForks = 3

/** A fork to store. */
interface NewFork {
  appId: string
  sessionId: string
  tokenHash: Uint8Array
  nowMs: number
  expiresAtMs: number
}

/** Stores a fork of an open session; false when it has too many, or is a fork itself. */
export async function insertFork(db: Db, fork: NewFork): Promise<boolean> {
  const { appId, sessionId, nowMs } = fork
  const { numAffectedRows = 0n } = await sql`
    insert into session_fork (app_id, token_hash, session_id, created_at, expires_at)
    select s.app_id, ${Buffer.from(fork.tokenHash)}::bytea, s.id, ${nowMs}::bigint,
      ${fork.expiresAtMs}::bigint
    from session s
    where s.app_id = ${appId} and s.id = ${sessionId} and s.revoked_at is null
      and not ('fork' = any (s.amr)) and (
        select count(*) from session_fork f
        where f.app_id = s.app_id and f.session_id = s.id and f.used_at is null
          and f.expires_at > ${nowMs}::bigint
      ) < ${maxLiveForks}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Uses a fork up and opens a session for its user, in one statement. The session says what its origin proved, and when,
 * without a second factor: that was proven in the other browser context.
 */
export async function openFork(
  db: Db,
  fork: { verdict: Continuation; tokenHash: Uint8Array; session: NewSession },
): Promise<ForkedSession | undefined> {
  const { verdict, session } = fork
  const { nowMs } = session
  const owner = sql`
    select asked.place, asked.app_id, asked.session_id, asked.token_hash, asked.now_ms,
      least(asked.expires_at, used.expires_at) as expires_at,
      least(asked.idle_at, used.expires_at) as idle_at, used.user_id, used.auth_time,
      array_append(array_remove(used.amr, 'mfa'), 'fork') as amr, asked.device, asked.epoch,
      asked.mac, used.origin_id
    from asked cross join used`
  const { rows } = await sql<UserRecord & DeadlineRow & ForkColumns>`
    with ${deadlineCte(db)}, used as (
      update session_fork f set used_at = ${nowMs}::bigint from session s
      where f.app_id = ${verdict.app.id} and f.token_hash = ${Buffer.from(fork.tokenHash)}::bytea
        and f.used_at is null and f.expires_at > ${nowMs}::bigint
        and s.app_id = f.app_id and s.id = f.session_id and s.revoked_at is null
        and s.expires_at > ${nowMs}::bigint and s.epoch = ${session.epoch}
        and (select in_time from deadline)
      returning s.user_id, s.auth_time, s.amr, s.expires_at, s.id as origin_id
    ), ${openSessionCtes([{ verdict, data: {}, session }], { owner, kind: 'session_forked' })}
    select deadline.*, owner.origin_id, owner.auth_time, owner.amr, owner.expires_at, ${userColumns}
    from deadline left join owner on true
      left join user_account u on u.app_id = owner.app_id and u.id = owner.user_id`.execute(db)
  requireInTime(db, rows)
  const [row] = rows
  if (row === undefined) throw new Error('The statement of a fork returned no row')
  const { in_time: _, db_now_ms: __, origin_id, auth_time, amr, expires_at, ...user } = row
  if ((user.id as string | null) === null) return undefined
  return { user, originId: origin_id, authTimeMs: auth_time, amr, expiresAtMs: expires_at }
}

/** What a fork's session says: its user, and what its origin proved. */
export interface ForkedSession {
  user: UserRecord
  /** Id of the session it was forked from. */
  originId: string
  authTimeMs: number
  amr: string[]
  expiresAtMs: number
}

interface ForkColumns {
  origin_id: string
  auth_time: number
  amr: string[]
  expires_at: number
}

/** Whether a fork was used, or was never one of the app. */
export async function readForkUse(
  db: Db,
  { appId, tokenHash }: { appId: string; tokenHash: Uint8Array },
): Promise<'used' | 'unused' | undefined> {
  const row = await db
    .selectFrom('session_fork')
    .select('used_at')
    .where('app_id', '=', appId)
    .where('token_hash', '=', Buffer.from(tokenHash))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.used_at === null ? 'unused' : 'used'
}

/** Deletes forks whose time is long over; one that was used is refused as used for a day. */
export async function dropOldForks(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('session_fork').where('expires_at', '<', beforeMs).execute()
}
