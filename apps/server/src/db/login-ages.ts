import { sql } from 'kysely'
import type { StoredAccount } from '../identity/account-types.js'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** When a user was created, and each of their accounts added, with or without a press in the wallet frame. */
interface UserAges {
  created_at: number
  accounts: (AccountKey & StoredAccount & { first_verified_at: number; is_confirmed: boolean })[]
}

/** Reads `UserAges`; undefined for a user who was deleted. */
export async function readUserAges(
  db: Db,
  { appId, userId }: UserKey,
): Promise<UserAges | undefined> {
  const { rows } = await sql<UserAges>`
    select u.created_at, coalesce((
      select json_agg(json_build_object('type', l.type, 'key', l.key, 'data', l.data,
        'first_verified_at', l.first_verified_at, 'is_confirmed', exists (
          select from audit_event e
          where e.app_id = l.app_id and e.user_id = l.user_id and e.at = l.first_verified_at
            and e.kind in ('account_linked', 'account_updated')
            and e.data::jsonb ->> 'account_type' = l.type
            and e.data::jsonb ->> 'confirmed' = 'wallet')))
      from linked_account l where l.app_id = u.app_id and l.user_id = u.id
    ), '[]') as accounts
    from user_account u
    where u.app_id = ${appId} and u.id = ${userId} and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Whether a second factor of a user was added or replaced since a time. */
export async function hasChangedFactors(
  db: Db,
  { appId, userId, sinceMs }: UserKey & { sinceMs: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_event')
    .select('id')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .where('kind', 'in', ['factor_enrolled', 'recovery_codes_created'])
    .where('at', '>', sinceMs)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
