import { type Kysely, type Migration, sql } from 'kysely'
import { authenticRows } from '../../authority/authentic-rows.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { signRows } from '../sign-rows.js'

const statements = [
  'alter table linked_account add column is_first boolean not null default false, add column age_mac bytea',
  'alter table held_account add column is_first boolean not null default false, add column age_mac bytea',
  'alter table wallet_root add column age_mac bytea',
  'alter table user_account add column recovery_codes_at bigint',
  // What was read from the time of the user, and from the record of a press, until now.
  `update linked_account l set is_first = true from user_account u
    where u.app_id = l.app_id and u.id = l.user_id and (l.first_verified_at <= u.created_at or exists (
      select from audit_event e
      where e.app_id = l.app_id and e.user_id = l.user_id and e.at = l.first_verified_at
        and e.kind = 'account_linked' and e.data::jsonb ->> 'of' = 'guest'
        and e.data::jsonb ->> 'account_type' = l.type and e.data::jsonb ->> 'confirmed' = 'wallet'))`,
]

/**
 * Since when a user has each login and each wallet carries a MAC (P5, P8): a login is not made old by a write to the database. Rows that are there get theirs
 * now, once.
 *
 * @param key  needed where there are such rows.
 */
export function authenticAges(key: HashKey | undefined): Migration {
  return {
    up: async (db: Kysely<unknown>): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      const { rows } = await sql`select from user_account limit 1`.execute(db)
      if (rows.length === 0) return
      if (key === undefined) {
        throw new Error(
          'Set SALLYPORT_KEK_FILE and SALLYPORT_TOKEN_KEK_FILE for this upgrade: it authenticates rows',
        )
      }
      await signRows(db, key, { of: authenticRows.loginAge })
      await signRows(db, key, { of: authenticRows.walletAge })
    },
  }
}
