import { type RawBuilder, sql } from 'kysely'
import type { Proof } from '../identity/proof.js'
import type { ProvenAccount } from '../identity/proven-account.js'
import type { Verdict } from '../identity/sign-in.js'
import type { UserRecord } from '../identity/user.js'
import type { DeviceRecord } from '../session/device.js'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'
import { userColumnsWith } from './users.js'

/** A session to open and its first refresh token. */
export interface NewSession {
  sessionId: string
  tokenHash: Uint8Array
  nowMs: number
  /** End of the session, however often it is refreshed. */
  expiresAtMs: number
  /** End of the refresh token unless it is used. */
  idleAtMs: number
  amr: readonly string[]
  device: DeviceRecord
}

/** What a login writes. */
export interface SignInInput {
  verdict: Verdict
  data: ProvenAccount['data']
  proof: Proof
  session: NewSession
}

/**
 * Completes the proof and opens a session for the user of its account, whose profile and `latest_verified_at` are
 * refreshed: one statement, one commit. Without a user only the proof is completed.
 */
export async function openReturning(
  db: Db,
  { verdict, data, proof, session }: SignInInput,
): Promise<{ proven: boolean; user: UserRecord | undefined }> {
  const { app, account } = verdict
  const fresh = sql`l.id = owner.account_id`
  const columns = userColumnsWith({
    data: sql`case when ${fresh} then l.data || ${JSON.stringify(data)}::jsonb else l.data end`,
    latestVerifiedAt: sql`case when ${fresh} then greatest(l.latest_verified_at, ${session.nowMs}::bigint)
      else l.latest_verified_at end`,
  })
  const { rows } = await sql<UserRecord & DeadlineRow & { proven: boolean }>`
    with ${deadlineCte(db)}, ${proof.ctes}, owner as materialized (
      select l.app_id, l.user_id, l.id as account_id from proof join linked_account l
        on l.app_id = ${app.id} and l.type = ${account.type} and l.key = ${account.key}
      where proof.proven and (select in_time from deadline)
    ), ${openSessionCte(verdict, session)}, refreshed as (
      update linked_account l set data = l.data || ${JSON.stringify(data)}::jsonb,
        latest_verified_at = greatest(l.latest_verified_at, ${session.nowMs}::bigint)
      from owner where l.id = owner.account_id
    )
    select deadline.*, proof.proven, ${columns}
    from deadline cross join proof left join owner on true
      left join user_account u on u.app_id = owner.app_id and u.id = owner.user_id`.execute(db)
  requireInTime(db, rows)
  const [row] = rows
  if (row === undefined) throw new Error('The statement of a login returned no row')
  const { in_time: _, db_now_ms: __, proven, ...user } = row
  // Without a user every column of theirs is null.
  return { proven, user: (user.id as string | null) === null ? undefined : user }
}

/** A user to create with their first account and session. */
export interface SignUpInput extends Omit<SignInInput, 'proof'> {
  userId: string
  isGuest: boolean
}

/**
 * Creates a user with one account and opens their session, in one statement; `undefined` when another request added the
 * account first.
 */
export async function createAndOpen(db: Db, input: SignUpInput): Promise<UserRecord | undefined> {
  const { verdict, data, session, userId, isGuest } = input
  const { app, account } = verdict
  const { nowMs } = session
  const { rows } = await sql`
    with account as (
      insert into linked_account
        (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
      values (${app.id}, ${userId}, ${account.type}, ${account.key}, ${JSON.stringify(data)}::jsonb,
        ${nowMs}, ${nowMs})
      on conflict (app_id, type, key) do nothing
      returning user_id
    ), owner as (
      insert into user_account (app_id, id, is_guest, created_at)
      select ${app.id}, user_id, ${isGuest}, ${nowMs}::bigint from account
      returning app_id, id as user_id
    ), ${openSessionCte(verdict, session)}
    select user_id from owner`.execute(db)
  if (rows.length === 0) return undefined
  const times = { first_verified_at: nowMs, latest_verified_at: nowMs }
  return {
    id: userId,
    is_guest: isGuest,
    terms_accepted_at: null,
    custom_metadata: null,
    created_at: nowMs,
    // The guest account is a credential and stays inside, as in `userColumns`.
    accounts: account.type === 'guest' ? [] : [{ type: account.type, data: { ...data }, ...times }],
  }
}

/**
 * Tables of a statement that open a session for each row (`app_id`, `user_id`) of its table `owner`. The only place that
 * inserts sessions; the verdict says that the app's rules admitted the account.
 */
export function openSessionCte(_verdict: Verdict, session: NewSession): RawBuilder<unknown> {
  const { sessionId, tokenHash, nowMs, expiresAtMs, idleAtMs, amr, device } = session
  return sql`
    opened as (
      insert into session
        (app_id, id, user_id, created_at, expires_at, auth_time, amr, device)
      select app_id, ${sessionId}::text, user_id, ${nowMs}::bigint, ${expiresAtMs}::bigint,
        ${nowMs}::bigint, ${[...amr]}::text[], ${JSON.stringify(device)}::jsonb
      from owner
    ), token as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select app_id, ${Buffer.from(tokenHash)}::bytea, ${sessionId}::text, 1, ${nowMs}::bigint,
        ${idleAtMs}::bigint
      from owner
    )`
}
