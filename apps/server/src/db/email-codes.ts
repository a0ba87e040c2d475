import { sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { type InTime, inTime, requireInTime } from './in-time.js'
import { type Bucket, taking } from './rate-limits.js'
import { type NewSession, opening } from './sessions.js'
import { oncePerDb, together } from './together.js'
import { userColumns } from './users.js'

/** What a code is for; a code of one purpose is none of another (EML-07). */
export type CodePurpose = 'login'

/** Wrong tries a code survives. */
export const maxAttempts = 5

/** A code to store. */
export interface NewCode {
  appId: string
  purpose: CodePurpose
  address: string
  hash: Uint8Array
  nowMs: number
  expiresAtMs: number
  /** What sending it spends from. */
  buckets: readonly Bucket[]
}

/**
 * Takes the budget and stores the newest code of an address, in one statement; the code before it is dead from then on.
 * Codes for several addresses at the same moment share the statement.
 *
 * @returns milliseconds to wait as `take` does; unless they are 0, nothing was stored.
 */
export function storeCode(db: Db, code: NewCode): Promise<number> {
  return codeStore(db)(code)
}

const codeStore = oncePerDb((db) =>
  together((all: readonly NewCode[]) => storeCodes(db, all), addressOf),
)

/** Each code is for another address. */
async function storeCodes(db: Db, all: readonly NewCode[]): Promise<number[]> {
  const nowMs = Math.max(...all.map((code) => code.nowMs))
  const budgets = all.map(({ buckets }) => buckets)
  const { rows } = await sql<InTime & { wait_ms: number }>`
    with ${inTime(db)}, ${taking(budgets, nowMs)}, stored as (
      insert into email_code (app_id, purpose, address, code_hash, created_at, expires_at)
      select c.app_id, c.purpose, c.address, c.code_hash, ${nowMs}::bigint, c.expires_at
      from unnest(
        ${all.map(({ appId }) => appId)}::text[], ${all.map(({ purpose }) => purpose)}::text[],
        ${all.map(({ address }) => address)}::text[], ${all.map(({ hash }) => hash)}::bytea[],
        ${all.map(({ expiresAtMs }) => expiresAtMs)}::bigint[]
      ) with ordinality as c (app_id, purpose, address, code_hash, expires_at, place)
      join verdict v on v.place = c.place and v.wait_ms = 0
      where (select in_time from in_time)
      order by c.app_id, c.purpose, c.address
      on conflict (app_id, purpose, address) do update set
        code_hash = excluded.code_hash, attempts = 0, used_at = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at
    )
    select in_time.*, wait_ms from verdict cross join in_time order by place`.execute(db)
  requireInTime(db, rows)
  return rows.map(({ wait_ms }) => wait_ms)
}

function addressOf(code: { appId: string; purpose: CodePurpose; address: string }): string {
  return [code.appId, code.purpose, code.address].join('\n')
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
 * is right at most once, within 5 tries and before its end; what follows it happens only for whom it was used up. Tries
 * with codes of several addresses that arrive at the same moment share the statement.
 */
export function redeemCode(db: Db, attempt: CodeAttempt): Promise<Redemption> {
  return redeemer(db)(attempt)
}

const redeemer = oncePerDb((db) =>
  together(
    (all: readonly CodeAttempt[]) => redeemCodes(db, all),
    (attempt) => addressOf({ ...attempt, appId: attempt.session.appId }),
  ),
)

/** Each attempt is for another address. */
async function redeemCodes(db: Db, all: readonly CodeAttempt[]): Promise<Redemption[]> {
  // They came within one turn of the event loop: the moment of the last is that of all.
  const last = all.reduce((a, b) => (a.session.nowMs > b.session.nowMs ? a : b))
  const { nowMs } = last.session
  const usable = sql`c.app_id = a.app_id and c.purpose = a.purpose and c.address = a.address
    and c.used_at is null and c.attempts < ${maxAttempts} and c.expires_at > ${nowMs}`
  // Looked up before anything is locked: counters come before codes in every statement, or two would block each other.
  const when = sql`exists (
    select from right_code where right_code.place = s.place and right_code.wrong_tries = s.key
  )`
  const { rows } = await sql<UserRecord & InTime & { wait_ms: number; is_right: boolean | null }>`
    with ${inTime(db)}, asked as (
      select * from unnest(
        ${all.map(({ session }) => session.appId)}::text[], ${all.map(({ purpose }) => purpose)}::text[],
        ${all.map(({ address }) => address)}::text[], ${all.map(({ hash }) => hash)}::bytea[],
        ${all.map(({ wrongTries }) => wrongTries.key)}::text[],
        ${all.map(({ session }) => session.sessionId)}::text[],
        ${all.map(({ session }) => session.tokenHash)}::bytea[]
      ) with ordinality
        as asked (app_id, purpose, address, code_hash, wrong_tries, session_id, token_hash, place)
    ), right_code as (
      select a.place, a.wrong_tries from asked a join email_code c
        on ${usable} and c.code_hash = a.code_hash
    ), ${taking(
      all.map(({ buckets }) => buckets),
      nowMs,
      { points: last.wrongTries.points, when },
    )}, held as (
      select a.* from asked a join verdict v on v.place = a.place and v.wait_ms = 0
      join email_code c on ${usable}
      where (select in_time from in_time)
      order by c.app_id, c.purpose, c.address for update of c
    ), tried as (
      update email_code c set attempts = c.attempts + 1,
        used_at = case when c.code_hash = a.code_hash then ${nowMs}::bigint end
      from held a where c.app_id = a.app_id and c.purpose = a.purpose and c.address = a.address
      returning a.*, c.used_at is not null as is_right
    ), owner as (
      select t.*, l.user_id, l.type, l.key from tried t join linked_account l
        on l.app_id = t.app_id and l.type = 'email' and l.key = t.address
      where t.is_right
    ), ${opening(last.session)}
    select in_time.*, v.wait_ms, t.is_right, ${userColumns}
    from verdict v cross join in_time left join tried t on t.place = v.place left join owner on owner.place = v.place
      left join user_account u on u.app_id = owner.app_id and u.id = owner.user_id
    order by v.place`.execute(db)
  requireInTime(db, rows)
  return rows.map(({ in_time: _, told_ms: __, wait_ms: waitMs, is_right, ...user }) => {
    // Without a user every column of theirs is null.
    const known = (user.id as string | null) !== null
    return { waitMs, right: is_right ?? false, user: known ? user : undefined }
  })
}

/** Forgets codes whose time is over. */
export async function dropExpiredCodes(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('email_code').where('expires_at', '<=', nowMs).execute()
}
