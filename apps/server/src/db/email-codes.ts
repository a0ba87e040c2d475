import { sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { type Bucket, taking } from './rate-limits.js'
import { type NewSession, opening } from './sessions.js'
import { userColumns } from './users.js'

/** What a code is for; a code of one purpose is none of another (EML-07). */
export type CodePurpose = 'login'

/** Wrong tries a code survives. */
export const maxAttempts = 5

/**
 * Takes the budget and stores the newest code of an address, in one statement; the code before it is dead from then on.
 *
 * @returns milliseconds to wait as `take` does; unless they are 0, nothing was stored.
 */
export async function storeCode(
  db: Db,
  code: {
    appId: string
    purpose: CodePurpose
    address: string
    hash: Uint8Array
    nowMs: number
    expiresAtMs: number
    buckets: readonly Bucket[]
  },
): Promise<number> {
  const { appId, purpose, address, nowMs, expiresAtMs } = code
  const { rows } = await sql<{ wait_ms: number }>`
    with ${taking(code.buckets, nowMs)}, stored as (
      insert into email_code (app_id, purpose, address, code_hash, created_at, expires_at)
      select ${appId}, ${purpose}, ${address}, ${Buffer.from(code.hash)}, ${nowMs}::bigint,
        ${expiresAtMs}::bigint
      from verdict where wait_ms = 0
      on conflict (app_id, purpose, address) do update set
        code_hash = excluded.code_hash, attempts = 0, used_at = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at
    )
    select wait_ms from verdict`.execute(db)
  return rows[0]?.wait_ms ?? 0
}

/** Takes back a code whose mail was lost; a newer one of the address stays. */
export async function withdrawCode(
  db: Db,
  code: { appId: string; purpose: CodePurpose; address: string; hash: Uint8Array },
): Promise<void> {
  await db
    .deleteFrom('email_code')
    .where('app_id', '=', code.appId)
    .where('purpose', '=', code.purpose)
    .where('address', '=', code.address)
    .where('code_hash', '=', Buffer.from(code.hash))
    .execute()
}

/** A try with a code, and the session to open when it is right. */
export interface CodeAttempt {
  purpose: CodePurpose
  address: string
  hash: Uint8Array
  /** What the try spends from. */
  buckets: readonly Bucket[]
  /** The one of `buckets` that counts wrong tries: a right code starts it again. */
  wrongTries: { key: string; points: number }
  session: NewSession
}

/** How a try ended. */
export interface Redemption {
  /** As `take` answers it; unless it is 0, the code was not tried. */
  waitMs: number
  right: boolean
  /** Whose session is open now: the user the address belongs to, when the code was right. */
  user: UserRecord | undefined
}

/**
 * Takes the budget, tries a code, and opens a session for the user of its address: one statement, one commit. The code
 * is right at most once, within 5 tries and before its end; what follows it happens only for whom it was used up.
 */
export async function redeemCode(db: Db, attempt: CodeAttempt): Promise<Redemption> {
  const { purpose, address, buckets, wrongTries, session } = attempt
  const { appId, nowMs } = session
  const hash = Buffer.from(attempt.hash)
  const usable = sql`app_id = ${appId} and purpose = ${purpose} and address = ${address}
    and used_at is null and attempts < ${maxAttempts} and expires_at > ${nowMs}`
  // Looked up before anything is locked: counters come before codes in every statement, or two would block each other.
  const when = sql`exists (select from email_code where ${usable} and code_hash = ${hash})`
  const { rows } = await sql<UserRecord & { wait_ms: number; is_right: boolean | null }>`
    with ${taking(buckets, nowMs, { ...wrongTries, when })}, tried as (
      update email_code set attempts = attempts + 1,
        used_at = case when code_hash = ${hash} then ${nowMs}::bigint end
      where ${usable} and (select wait_ms from verdict) = 0
      returning used_at is not null as is_right
    ), owner as (
      select l.user_id from tried join linked_account l
        on l.app_id = ${appId} and l.type = 'email' and l.key = ${address}
      where tried.is_right
    ), ${opening(session, { type: 'email', key: address })}
    select verdict.wait_ms, tried.is_right, ${userColumns}
    from verdict left join tried on true left join owner on true
      left join user_account u on u.app_id = ${appId} and u.id = owner.user_id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A try with a code has no answer')
  const { wait_ms: waitMs, is_right, ...user } = row
  // Without a user every column of theirs is null.
  const known = (user.id as string | null) !== null
  return { waitMs, right: is_right ?? false, user: known ? user : undefined }
}

/** Forgets codes whose time is over. */
export async function dropExpiredCodes(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('email_code').where('expires_at', '<=', nowMs).execute()
}
