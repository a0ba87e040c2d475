import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'
import type { Database } from './schema.js'

/** An account that may have a verified address, as it is authenticated by. */
type EmailAccount = Pick<Selectable<Database['linked_account']>, (typeof columns)[number]>
const columns = [
  'app_id',
  'user_id',
  'type',
  'key',
  'data',
  'credential',
  'mac',
  'verified_email',
  'email_mac',
] as const

/** The accounts of a user that log in by email, and those whose provider has verified an address. */
export async function listEmailAccounts(
  db: Db,
  { appId, userId }: UserKey,
): Promise<EmailAccount[]> {
  return db
    .selectFrom('linked_account')
    .select(columns)
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where((is) => is.or([is('type', '=', 'email'), is('verified_email', 'is not', null)]))
    .execute()
}

/** Writes the address that the provider of an account has verified; false when it was there already. */
export async function writeVerifiedEmail(
  db: Db,
  {
    appId,
    userId,
    account,
    email,
    mac,
  }: UserKey & { account: AccountKey; email: string | null; mac: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('linked_account')
    .set({ verified_email: email, email_mac: mac })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', account.type)
    .where('key', '=', account.key)
    .where('verified_email', 'is distinct from', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The verified email address of a row with the `type`, `key` and `verified_email` of an account, in lower case: the one it
 * logs in by, or the one that its provider has verified. Null for an account without.
 */
export function verifiedEmailOf(row: string): RawBuilder<string | null> {
  const [type, key] = [sql.ref(`${row}.type`), sql.ref(`${row}.key`)]
  return sql`case when ${type} = 'email' then lower(${key}) else ${sql.ref(`${row}.verified_email`)} end`
}
