import { type RawBuilder, sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import { batchPerTick, oncePerDb } from './batch-per-tick.js'
import type { Db } from './connect.js'
import { type PresentedSession, type SessionFacts, sessionColumns } from './open-session.js'

/** Columns of `UserRecord` from alias `u` of user_account. Guest credentials stay inside. */
export const userColumns: RawBuilder<unknown> = userColumnsWith({
  data: sql`l.data`,
  latestVerifiedAt: sql`l.latest_verified_at`,
})

/** `userColumns` with other expressions over alias `l` of linked_account, for a statement that changes the account. */
export function userColumnsWith(account: {
  data: RawBuilder<unknown>
  latestVerifiedAt: RawBuilder<unknown>
}): RawBuilder<unknown> {
  return sql`
    u.id, u.is_guest, u.terms_accepted_at, u.custom_metadata, u.created_at, u.mfa_methods,
    coalesce((
      select json_agg(json_build_object(
        'type', l.type, 'data', ${account.data}, 'verified_email', l.verified_email,
        'first_verified_at', l.first_verified_at, 'latest_verified_at', ${account.latestVerifiedAt}
      ) order by l.id)
      from linked_account l
      where l.app_id = u.app_id and l.user_id = u.id and l.type <> 'guest'
    ), '[]') as accounts`
}

/** Id of the user an account belongs to. */
export async function findUserId(
  db: Db,
  where: { appId: string; type: string; key: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('linked_account')
    .select('user_id')
    .where('app_id', '=', where.appId)
    .where('type', '=', where.type)
    .where('key', '=', where.key)
    .executeTakeFirst()
  return row?.user_id
}

/** The wire fields of an account, if it belongs to a user. */
export async function findAccountData(
  db: Db,
  where: { appId: string; type: string; key: string },
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('linked_account')
    .select('data')
    .where('app_id', '=', where.appId)
    .where('type', '=', where.type)
    .where('key', '=', where.key)
    .executeTakeFirst()
  return row?.data
}

/** A user with their accounts. */
export async function readUser(
  db: Db,
  where: { appId: string; userId: string },
): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    select ${userColumns} from user_account u
    where u.app_id = ${where.appId} and u.id = ${where.userId} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** The user of an open session and what routes may ask of the session. */
interface SessionUser {
  user: UserRecord
  facts: SessionFacts
}

/** The user of a session that is still open, in one query: what every authenticated call begins with. */
export function readSessionUser(
  db: Db,
  presented: PresentedSession,
): Promise<SessionUser | undefined> {
  return readInBatch(db)(presented)
}

const readInBatch = oncePerDb((db) =>
  batchPerTick((all: readonly PresentedSession[]) => readSessionUsers(db, all)),
)

async function readSessionUsers(
  db: Db,
  all: readonly PresentedSession[],
): Promise<(SessionUser | undefined)[]> {
  const { rows } = await sql<UserRecord & SessionFacts & { place: number }>`
    select shown.place, ${sessionColumns}, ${userColumns}
    from unnest(
      ${all.map(({ appId }) => appId)}::text[], ${all.map(({ sessionId }) => sessionId)}::text[],
      ${all.map(({ userId }) => userId)}::text[], ${all.map(({ nowMs }) => nowMs)}::bigint[],
      ${all.map(({ epoch }) => epoch)}::integer[]
    ) with ordinality as shown (app_id, session_id, user_id, now_ms, epoch, place)
    join session s on s.app_id = shown.app_id and s.id = shown.session_id
    join user_account u on u.app_id = s.app_id and u.id = s.user_id
    where s.user_id = shown.user_id and u.deleted_at is null and s.revoked_at is null and s.expires_at > shown.now_ms
      and s.epoch = shown.epoch`.execute(db)
  const users = new Map(rows.map(({ place, ...row }) => [place, splitRow(row)]))
  return all.map((_, index) => users.get(index + 1))
}

function splitRow(row: UserRecord & SessionFacts): SessionUser {
  const { auth_time, amr, session_expires_at, session_mac, mfa_at_ms, mfa_mac, factors, ...user } =
    row
  const facts = { auth_time, amr, session_expires_at, session_mac, mfa_at_ms, mfa_mac, factors }
  return { user, facts }
}

/** How many users with a proven account the app has (T-27); exact in a transaction that holds `lockApp`. */
export async function countProvenUsers(db: Db, appId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_account')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('app_id', '=', appId)
    .where('is_guest', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The accounts of a user with their keys, a guest's credential included. */
export async function readAccountKeys(
  db: Db,
  where: { appId: string; userId: string },
): Promise<{ type: string; key: string; data: Record<string, unknown> }[]> {
  return db
    .selectFrom('linked_account')
    .select(['type', 'key', 'data'])
    .where('app_id', '=', where.appId)
    .where('user_id', '=', where.userId)
    .execute()
}

/** Whether a user has accepted the app's terms. */
export async function hasAcceptedTerms(
  db: Db,
  { appId, userId }: { appId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('terms_accepted_at')
    .where('app_id', '=', appId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.terms_accepted_at !== null
}

/** Records that the user accepts the terms; the first time stays. */
export async function acceptTerms(
  db: Db,
  where: { appId: string; userId: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set((e) => ({ terms_accepted_at: e.fn.coalesce('terms_accepted_at', e.val(where.nowMs)) }))
    .where('app_id', '=', where.appId)
    .where('id', '=', where.userId)
    .execute()
}
