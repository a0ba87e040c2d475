import { type RawBuilder, sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { type Bucket, taking } from './rate-limits.js'
import { type ProvenAccount, userColumns } from './users.js'

/** A session to open and its first refresh token. */
export interface NewSession {
  appId: string
  sessionId: string
  tokenHash: Uint8Array
  nowMs: number
  /** End of the session, whatever happens. */
  expiresAtMs: number
  /** End of the refresh token unless it is used. */
  idleAtMs: number
}

/** Opens a session, marks the account as verified now, and answers the user; one statement. */
export async function openSession(
  db: Db,
  session: NewSession & { userId: string },
  account: Pick<ProvenAccount, 'type' | 'key'>,
): Promise<UserRecord | undefined> {
  const { appId, userId } = session
  const { rows } = await sql<UserRecord>`
    with owner as (select ${userId}::text as user_id), ${opening(session, account)}
    select ${userColumns} from user_account u where u.app_id = ${appId} and u.id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

/** What opens a session for the user in table `owner`, if there is one, as tables of a statement. */
export function opening(
  session: NewSession,
  account: Pick<ProvenAccount, 'type' | 'key'>,
): RawBuilder<unknown> {
  const { appId, sessionId, tokenHash, nowMs, expiresAtMs, idleAtMs } = session
  return sql`
    opened as (
      insert into session (app_id, id, user_id, created_at, expires_at)
      select ${appId}, ${sessionId}, user_id, ${nowMs}::bigint, ${expiresAtMs}::bigint from owner
    ), token as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select ${appId}, ${Buffer.from(tokenHash)}, ${sessionId}, 1, ${nowMs}::bigint, ${idleAtMs}::bigint
      from owner
    ), verified as (
      update linked_account l set latest_verified_at = ${nowMs} from owner
      where l.app_id = ${appId} and l.type = ${account.type} and l.key = ${account.key}
        and l.user_id = owner.user_id and l.latest_verified_at < ${nowMs}
    )`
}

/** Whether a session of the user is still open: all the frame's calls need to know, in a query that reads one row. */
export async function isSessionOpen(
  db: Db,
  where: { appId: string; userId: string; sessionId: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from session
    where app_id = ${where.appId} and id = ${where.sessionId} and user_id = ${where.userId}
      and revoked_at is null and expires_at > ${where.nowMs}`.execute(db)
  return rows.length > 0
}

/** A refresh token to use up and the successor to put in its place. */
export interface Rotation {
  appId: string
  tokenHash: Uint8Array
  /** Session of the access token that came along, if its signature was good. */
  sessionId: string | undefined
  nextHash: Uint8Array
  /** The successor, readable only with the token presented. */
  successor: Uint8Array
  nowMs: number
  idleAtMs: number
  /** What it spends from; exhausted, nothing happens to the token. */
  buckets: readonly Bucket[]
}

/**
 * Takes the budget, uses a refresh token up and stores its successor, in one statement: of many at once exactly one
 * gets the row.
 *
 * @returns `waitMs` as `take` does; the session and its user, or `undefined` when the token is not usable (any more).
 */
export async function rotate(
  db: Db,
  rotation: Rotation,
): Promise<{ waitMs: number; rotated: (UserRecord & { session_id: string }) | undefined }> {
  const { appId, tokenHash, sessionId, nextHash, successor, nowMs, idleAtMs, buckets } = rotation
  const { rows } = await sql<UserRecord & { wait_ms: number; session_id: string | null }>`
    with ${taking(buckets, nowMs)}, used as (
      update refresh_token r set used_at = ${nowMs}, successor = ${Buffer.from(successor)}
      from session s
      where r.app_id = ${appId} and r.token_hash = ${Buffer.from(tokenHash)}
        and r.used_at is null and r.expires_at > ${nowMs}
        and s.app_id = r.app_id and s.id = r.session_id
        and s.revoked_at is null and s.expires_at > ${nowMs}
        and (${sessionId ?? null}::text is null or s.id = ${sessionId ?? null}::text)
        and (select wait_ms from verdict) = 0
      returning r.session_id, r.seq, s.user_id, s.expires_at
    ), next as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select ${appId}, ${Buffer.from(nextHash)}, session_id, seq + 1, ${nowMs}::bigint,
        least(${idleAtMs}::bigint, expires_at)
      from used
    )
    select verdict.wait_ms, used.session_id, ${userColumns}
    from verdict left join used on true
      left join user_account u on u.app_id = ${appId} and u.id = used.user_id`.execute(db)
  const [row] = rows
  if (row === undefined || row.session_id === null)
    return { waitMs: row?.wait_ms ?? 0, rotated: undefined }
  const { wait_ms: waitMs, session_id, ...user } = row
  return { waitMs, rotated: { ...user, session_id } }
}

/** What is known about a refresh token that could not be used. */
export interface UsedToken {
  session_id: string
  used_at: number | null
  successor: Buffer | null
  /** The session is neither revoked nor past its end. */
  is_open: boolean
  /** The token after this one is the newest of the session and still unused. */
  is_predecessor_of_newest: boolean
  user: UserRecord
}

/** Looks a refresh token up by its hash; `undefined` when it was never one of the app. */
export async function readUsedToken(
  db: Db,
  where: { appId: string; tokenHash: Uint8Array; nowMs: number },
): Promise<UsedToken | undefined> {
  const { appId, tokenHash, nowMs } = where
  const { rows } = await sql<Omit<UsedToken, 'user'> & UserRecord>`
    select r.session_id, r.used_at, r.successor,
      s.revoked_at is null and s.expires_at > ${nowMs} as is_open,
      exists (
        select from refresh_token n
        where n.app_id = r.app_id and n.session_id = r.session_id and n.seq = r.seq + 1
          and n.used_at is null
      ) as is_predecessor_of_newest,
      ${userColumns}
    from refresh_token r
    join session s on s.app_id = r.app_id and s.id = r.session_id
    join user_account u on u.app_id = s.app_id and u.id = s.user_id
    where r.app_id = ${appId} and r.token_hash = ${Buffer.from(tokenHash)}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { session_id, used_at, successor, is_open, is_predecessor_of_newest, ...user } = row
  return { session_id, used_at, successor, is_open, is_predecessor_of_newest, user }
}

/** Ends a session with all its tokens; `false` when it was over before. */
export async function revokeSession(
  db: Db,
  where: { appId: string; sessionId: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: where.nowMs })
    .where('app_id', '=', where.appId)
    .where('id', '=', where.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the session named and the session of the refresh token, with all their tokens; `false` when none was open. */
export async function revokeSessions(
  db: Db,
  where: {
    appId: string
    sessionId: string | undefined
    tokenHash: Uint8Array | undefined
    nowMs: number
  },
): Promise<boolean> {
  const { appId, sessionId = null, tokenHash, nowMs } = where
  const hash = tokenHash === undefined ? null : Buffer.from(tokenHash)
  const { numAffectedRows } = await sql`
    update session s set revoked_at = ${nowMs}
    where s.app_id = ${appId} and s.revoked_at is null and s.expires_at > ${nowMs}
      and (s.id = ${sessionId}::text or s.id = (
        select r.session_id from refresh_token r
        where r.app_id = ${appId} and r.token_hash = ${hash}::bytea
      ))`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Forgets sessions that reached their end before `beforeMs`, with their tokens. */
export async function dropOldSessions(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', beforeMs).execute()
}
