import { type RawBuilder, sql } from 'kysely'
import type { UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import { oncePerDb, together } from './together.js'

/** The account a login proves: type and key find the user, `data` is shown on the wire. */
export interface ProvenAccount {
  type: string
  /** Unique for the app and type, in canonical form. */
  key: string
  data: Record<string, unknown>
}

/** Columns of `UserRecord` from alias `u` of user_account. Guest credentials stay inside. */
export const userColumns: RawBuilder<unknown> = sql`
  u.id, u.is_guest, u.terms_accepted_at, u.custom_metadata, u.created_at,
  coalesce((
    select json_agg(json_build_object(
      'type', l.type, 'data', l.data,
      'first_verified_at', l.first_verified_at, 'latest_verified_at', l.latest_verified_at
    ) order by l.id)
    from linked_account l
    where l.app_id = u.app_id and l.user_id = u.id and l.type <> 'guest'
  ), '[]') as accounts`

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

/** A user with their accounts. */
export async function readUser(
  db: Db,
  where: { appId: string; userId: string },
): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`
    select ${userColumns} from user_account u
    where u.app_id = ${where.appId} and u.id = ${where.userId}`.execute(db)
  return rows[0]
}

/** A session somebody shows a token of. */
export interface ShownSession {
  appId: string
  userId: string
  sessionId: string
  nowMs: number
}

/**
 * The user of a session that is still open, in one query: what every authenticated call begins with. Calls that arrive
 * at the same moment share it.
 */
export function readSessionUser(db: Db, shown: ShownSession): Promise<UserRecord | undefined> {
  return sessionReader(db)(shown)
}

const sessionReader = oncePerDb((db) =>
  together((all: readonly ShownSession[]) => readSessionUsers(db, all)),
)

async function readSessionUsers(
  db: Db,
  shown: readonly ShownSession[],
): Promise<(UserRecord | undefined)[]> {
  const { rows } = await sql<UserRecord & { place: number }>`
    select shown.place, ${userColumns}
    from unnest(
      ${shown.map(({ appId }) => appId)}::text[], ${shown.map(({ sessionId }) => sessionId)}::text[],
      ${shown.map(({ userId }) => userId)}::text[], ${shown.map(({ nowMs }) => nowMs)}::bigint[]
    ) with ordinality as shown (app_id, session_id, user_id, now_ms, place)
    join session s on s.app_id = shown.app_id and s.id = shown.session_id
    join user_account u on u.app_id = s.app_id and u.id = s.user_id
    where s.user_id = shown.user_id and s.revoked_at is null and s.expires_at > shown.now_ms`.execute(
    db,
  )
  const users = new Map(rows.map(({ place, ...user }) => [place, user]))
  return shown.map((_, index) => users.get(index + 1))
}

/**
 * Makes a user with one account unless the account exists; `false` when another request was first. One statement, so
 * there is never a user without the account.
 */
export async function createUser(
  db: Db,
  user: { appId: string; id: string; isGuest: boolean; account: ProvenAccount; nowMs: number },
): Promise<boolean> {
  const { appId, id, account, nowMs } = user
  const { rows } = await sql`
    with account as (
      insert into linked_account
        (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
      values (${appId}, ${id}, ${account.type}, ${account.key}, ${JSON.stringify(account.data)}::jsonb,
        ${nowMs}, ${nowMs})
      on conflict (app_id, type, key) do nothing
      returning user_id
    )
    insert into user_account (app_id, id, is_guest, created_at)
    select ${appId}, user_id, ${user.isGuest}, ${nowMs}::bigint from account
    returning id`.execute(db)
  return rows.length === 1
}

/** How many users the app has; exact in a transaction that holds `lockApp`. */
export async function countUsers(db: Db, appId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_account')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow()
  return count
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
