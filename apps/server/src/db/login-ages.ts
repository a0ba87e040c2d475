import { sql } from 'kysely'
import type { StoredAccount } from '../identity/account-types.js'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** Since when a user has each of their accounts and wallets. MACs in hex. */
interface UserAges {
  accounts: AccountAge[]
  wallets: WalletAge[]
}

/** See `authenticRows.loginAge`. */
export type AccountAge = AccountKey &
  StoredAccount & { first_verified_at: number; is_first: boolean; age_mac: string | null }

/** See `authenticRows.walletAge`. */
export interface WalletAge {
  wallet_id: string
  created_at: number
  recovery_set_at: number | null
  age_mac: string | null
}

/** Reads `UserAges`; undefined for a user who was deleted. */
export async function readUserAges(
  db: Db,
  { appId, userId }: UserKey,
): Promise<UserAges | undefined> {
  const { rows } = await sql<UserAges>`
    select coalesce((
      select json_agg(json_build_object('wallet_id', r.wallet_id, 'created_at', r.created_at,
        'recovery_set_at', r.recovery_set_at, 'age_mac', encode(r.age_mac, 'hex')))
      from wallet_root r
      where r.app_id = u.app_id and r.user_id = u.id and r.state <> 'abandoned'
    ), '[]') as wallets, coalesce((
      select json_agg(json_build_object('type', l.type, 'key', l.key, 'data', l.data,
        'first_verified_at', l.first_verified_at, 'is_first', l.is_first,
        'age_mac', encode(l.age_mac, 'hex')))
      from linked_account l where l.app_id = u.app_id and l.user_id = u.id
    ), '[]') as accounts
    from user_account u
    where u.app_id = ${appId} and u.id = ${userId} and u.deleted_at is null`.execute(db)
  return rows[0]
}
