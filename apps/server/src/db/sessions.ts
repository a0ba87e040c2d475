import { type RawBuilder, sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { type InTime, inTime, requireInTime } from './in-time.js'
import { type Bucket, taking } from './rate-limits.js'
import { oncePerDb, together } from './together.js'
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
  const { appId, userId, sessionId, tokenHash } = session
  const { rows } = await sql<UserRecord>`
    with owner as (
      select ${appId}::text as app_id, ${userId}::text as user_id, ${account.type}::text as type,
        ${account.key}::text as key, ${sessionId}::text as session_id,
        ${Buffer.from(tokenHash)}::bytea as token_hash
    ), ${opening(session)}
    select ${userColumns} from user_account u where u.app_id = ${appId} and u.id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

/**
 * What opens a session for each row of table `owner`, as tables of a statement. A row names the session (`app_id`,
 * `session_id`, `token_hash`), its user (`user_id`) and the account that was proven (`type`, `key`).
 */
export function opening(
  times: Pick<NewSession, 'nowMs' | 'expiresAtMs' | 'idleAtMs'>,
): RawBuilder<unknown> {
  const { nowMs, expiresAtMs, idleAtMs } = times
  return sql`
    opened as (
      insert into session (app_id, id, user_id, created_at, expires_at)
      select app_id, session_id, user_id, ${nowMs}::bigint, ${expiresAtMs}::bigint from owner
    ), token as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select app_id, token_hash, session_id, 1, ${nowMs}::bigint, ${idleAtMs}::bigint from owner
    ), verified as (
      update linked_account l set latest_verified_at = ${nowMs} from owner
      where l.app_id = owner.app_id and l.type = owner.type and l.key = owner.key
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

/** How an exchange of a refresh token ended. */
export interface Exchange {
  /** As `take` answers it; unless it is 0, nothing happened to the token. */
  waitMs: number
  /** The session and its user; `undefined` when the token is not usable (any more). */
  rotated: (UserRecord & { session_id: string }) | undefined
}

/**
 * Takes the budget, uses a refresh token up and stores its successor, in one statement: of many at once exactly one
 * gets the row. Exchanges that arrive at the same moment share the statement and its commit.
 */
export function rotate(db: Db, rotation: Rotation): Promise<Exchange> {
  return rotator(db)(rotation)
}

const rotator = oncePerDb((db) => together((all: readonly Rotation[]) => rotateAll(db, all)))

async function rotateAll(db: Db, all: readonly Rotation[]): Promise<Exchange[]> {
  // They came within one turn of the event loop: the moment of the last is that of all.
  const nowMs = Math.max(...all.map((rotation) => rotation.nowMs))
  const budgets = all.map(({ buckets }) => buckets)
  const { rows } = await sql<UserRecord & InTime & { wait_ms: number; session_id: string | null }>`
    with ${inTime(db)}, ${taking(budgets, nowMs)}, asked as (
      select * from unnest(
        ${all.map(({ appId }) => appId)}::text[], ${all.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${all.map(({ sessionId = null }) => sessionId)}::text[],
        ${all.map(({ nextHash }) => nextHash)}::bytea[],
        ${all.map(({ successor }) => successor)}::bytea[],
        ${all.map(({ idleAtMs }) => idleAtMs)}::bigint[]
      ) with ordinality as asked (app_id, token_hash, session_id, next_hash, successor, idle_at, place)
    ), held as (
      select a.*, s.user_id, s.expires_at
      from asked a join verdict v on v.place = a.place and v.wait_ms = 0
      join refresh_token r on r.app_id = a.app_id and r.token_hash = a.token_hash
      join session s on s.app_id = r.app_id and s.id = r.session_id
      where (select in_time from in_time) and r.used_at is null and r.expires_at > ${nowMs}
        and s.revoked_at is null and s.expires_at > ${nowMs}
        and (a.session_id is null or s.id = a.session_id)
      order by r.app_id, r.token_hash for update of r
    ), used as (
      -- Of two that name one token, one gets the row.
      update refresh_token r set used_at = ${nowMs}, successor = h.successor
      from held h where r.app_id = h.app_id and r.token_hash = h.token_hash
      returning h.place, r.app_id, r.session_id, r.seq, h.next_hash, h.idle_at, h.user_id, h.expires_at
    ), next as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select app_id, next_hash, session_id, seq + 1, ${nowMs}::bigint, least(idle_at, expires_at)
      from used
    )
    select in_time.*, v.wait_ms, used.session_id, ${userColumns}
    from verdict v cross join in_time left join used on used.place = v.place
      left join user_account u on u.app_id = used.app_id and u.id = used.user_id
    order by v.place`.execute(db)
  requireInTime(db, rows)
  return rows.map(({ in_time: _, told_ms: __, wait_ms: waitMs, session_id, ...user }) => ({
    waitMs,
    rotated: session_id === null ? undefined : { ...user, session_id },
  }))
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
