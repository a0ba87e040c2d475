import { userIdPrefix } from '@sallyport/contract'
import { sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import { appEventCtes } from './app-events.js'
import { batchPerTick, oncePerDb } from './batch-per-tick.js'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'
import { userColumns } from './users.js'

/** A refresh token to use up and the successor to put in its place. */
interface Rotation {
  appId: string
  tokenHash: Uint8Array
  /** Session of the access token that came along, if its signature was good. */
  sessionId: string | undefined
  nextHash: Uint8Array
  /** The successor, readable only with the token presented. */
  successor: Uint8Array
  /** Of the deployment: sessions of an older one are over. */
  epoch: number
  nowMs: number
  idleAtMs: number
}

/** The session of a used token, and its user. */
type Rotated = UserRecord & { session_id: string }

/**
 * Uses a refresh token up and stores its successor, in one statement: of many at once exactly one gets the row.
 *
 * @returns the session and its user; `undefined` when the token cannot be used (any more).
 */
export function rotate(db: Db, rotation: Rotation): Promise<Rotated | undefined> {
  return rotateInBatch(db)(rotation)
}

const rotateInBatch = oncePerDb((db) =>
  batchPerTick((all: readonly Rotation[]) => rotateAll(db, all)),
)

async function rotateAll(db: Db, all: readonly Rotation[]): Promise<(Rotated | undefined)[]> {
  // They came within one turn of the event loop: the time of the last is the time of all.
  const nowMs = Math.max(...all.map((rotation) => rotation.nowMs))
  const { rows } = await sql<UserRecord & DeadlineRow & { session_id: string | null }>`
    with ${deadlineCte(db)}, asked as (
      select * from unnest(
        ${all.map(({ appId }) => appId)}::text[], ${all.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${all.map(({ sessionId = null }) => sessionId)}::text[],
        ${all.map(({ nextHash }) => nextHash)}::bytea[],
        ${all.map(({ successor }) => successor)}::bytea[],
        ${all.map(({ idleAtMs }) => idleAtMs)}::bigint[], ${all.map(({ epoch }) => epoch)}::integer[]
      ) with ordinality
        as asked (app_id, token_hash, session_id, next_hash, successor, idle_at, epoch, place)
    ), held as (
      select a.*, s.user_id, s.expires_at
      from asked a
      join refresh_token r on r.app_id = a.app_id and r.token_hash = a.token_hash
      join session s on s.app_id = r.app_id and s.id = r.session_id
      where (select in_time from deadline) and r.used_at is null and r.expires_at > ${nowMs}
        and s.revoked_at is null and s.expires_at > ${nowMs} and s.epoch = a.epoch
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
    select deadline.*, used.session_id, ${userColumns}
    from asked cross join deadline left join used on used.place = asked.place
      left join user_account u on u.app_id = used.app_id and u.id = used.user_id
    order by asked.place`.execute(db)
  requireInTime(db, rows)
  return rows.map(({ in_time: _, db_now_ms: __, session_id, ...user }) =>
    session_id === null ? undefined : { ...user, session_id },
  )
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
  where: { appId: string; tokenHash: Uint8Array; epoch: number; nowMs: number },
): Promise<UsedToken | undefined> {
  const { appId, tokenHash, epoch, nowMs } = where
  const { rows } = await sql<Omit<UsedToken, 'user'> & UserRecord>`
    select r.session_id, r.used_at, r.successor,
      s.revoked_at is null and s.expires_at > ${nowMs} and s.epoch = ${epoch} as is_open,
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

/**
 * Ends a session with all its tokens; `false` when it was over before. What ends a session also takes its `mac`, here and
 * elsewhere: a session whose end is undone in the database stays refused (P5).
 */
export async function revokeSession(
  db: Db,
  where: { appId: string; sessionId: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: where.nowMs, mac: null })
    .where('app_id', '=', where.appId)
    .where('id', '=', where.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Ends the session named and the session of the refresh token, with all their tokens, and records it; `false` when none
 * was open.
 */
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
  const { rows } = await sql`
    with ended as (
    update session s set revoked_at = ${nowMs}, mac = null
    where s.app_id = ${appId} and s.revoked_at is null and s.expires_at > ${nowMs}
      and (s.id = ${sessionId}::text or s.id = (
        select r.session_id from refresh_token r
        where r.app_id = ${appId} and r.token_hash = ${hash}::bytea
      ))
      returning s.app_id, s.user_id, s.id
    ), ${appEventCtes(sql`select ended.app_id, 'user.session_ended' as type,
      'user:' || ended.user_id as subject, jsonb_build_object('user_id', ${userIdPrefix}::text || ended.user_id,
        'session_id', ended.id, 'reason', 'logged_out') as data,
      '{}'::jsonb as record, ${nowMs}::bigint as at, 1 as place from ended`)}
    insert into audit_event (app_id, user_id, session_id, kind, at, data)
    select app_id, user_id, id, 'logged_out', ${nowMs}::bigint, '{}' from ended returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives a session its `mac`; see `authenticRows.session`. */
export async function authenticateSession(
  db: Db,
  { appId, sessionId, mac }: { appId: string; sessionId: string; mac: Buffer },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ mac })
    .where('app_id', '=', appId)
    .where('id', '=', sessionId)
    .execute()
}

/** Adds an entry to `amr` of a session that still says what `before` authenticates; nothing where another call has changed it since. */
export async function addSessionMark(
  db: Db,
  change: { appId: string; sessionId: string; mark: string; before: Buffer; mac: Buffer },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ amr: sql`array_append(amr, ${change.mark}::text)`, mac: change.mac })
    .where('app_id', '=', change.appId)
    .where('id', '=', change.sessionId)
    .where('mac', '=', change.before)
    .execute()
}

/** Forgets sessions that reached their end before `beforeMs`, with their tokens. */
export async function dropOldSessions(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', beforeMs).execute()
}
