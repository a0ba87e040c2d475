import { sql } from 'kysely'
import type { StoredAccount } from '../identity/account-types.js'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** When a user was created, got their first wallet, and added each of their accounts. */
interface UserAges {
  created_at: number
  wallet_made_at: number | null
  /** `is_first`: a guest has added it by a press in the wallet frame, and is a guest no longer. */
  accounts: (AccountKey & StoredAccount & { first_verified_at: number; is_first: boolean })[]
}

/** Reads `UserAges`; undefined for a user who was deleted. */
export async function readUserAges(
  db: Db,
  { appId, userId }: UserKey,
): Promise<UserAges | undefined> {
  const { rows } = await sql<UserAges>`
    select u.created_at, (
      select min(r.created_at) from wallet_root r
      where r.app_id = u.app_id and r.user_id = u.id and r.state <> 'abandoned'
    ) as wallet_made_at, coalesce((
      select json_agg(json_build_object('type', l.type, 'key', l.key, 'data', l.data,
        'first_verified_at', l.first_verified_at, 'is_first', exists (
          select from audit_event e
          where e.app_id = l.app_id and e.user_id = l.user_id and e.at = l.first_verified_at
            and e.kind = 'account_linked' and e.data::jsonb ->> 'of' = 'guest'
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
