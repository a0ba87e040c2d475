import { type Kysely, type Migration, sql } from 'kysely'
import { authenticRows } from '../../authority/authentic-rows.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { signRows } from '../sign-rows.js'

const statements = [
  // What is under way for minutes begins again.
  'delete from account_transfer',
  'delete from oauth_flow',
  'alter table oauth_flow add column mac bytea',
  'delete from one_time_code',
  'alter table one_time_code add column link_mac bytea',
  'delete from passkey_challenge',
  'alter table passkey_challenge add column mac bytea',
  'delete from farcaster_login',
  'alter table farcaster_login add column answer_mac bytea',
  'alter table test_account add column mac bytea',
  'alter table allowlist_entry add column mac bytea',
  'alter table cross_app_grant add column mac bytea',
  'alter table recovery_account add column mac bytea',
  'alter table linked_account add column verified_email text, add column email_mac bytea',
  'alter table held_account add column verified_email text, add column email_mac bytea',
  // Until their next login the provider's word of before counts: the vault goes on telling these users.
  `update linked_account set verified_email = lower(data ->> 'email')
    where type in ('google_oauth', 'apple_oauth') and data ->> 'email' ~ '^[^\\s@<>,;:"()]+@[^\\s@<>,;:"()]+$'
      and length(data ->> 'email') <= 254`,
]

/**
 * What else lets users in carries a keyed hash over all that decides (P5): logins that are under way, test accounts, entries
 * of allow lists, grants to other apps, accounts that keep recovery keys, and the addresses that the vault tells. Rows that are
 * there get theirs now, once.
 *
 * @param key  needed where there are such rows.
 */
export function moreMacs(key: HashKey | undefined): Migration {
  return {
    up: async (db: Kysely<unknown>): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      const { rows } = await sql`select from app limit 1`.execute(db)
      if (rows.length === 0) return
      if (key === undefined) {
        throw new Error(
          'Set SALLYPORT_KEK_FILE and SALLYPORT_TOKEN_KEK_FILE for this upgrade: it authenticates rows',
        )
      }
      await signRows(db, key, { of: authenticRows.testAccount })
      await signRows(db, key, { of: authenticRows.allowlistEntry })
      await signRows(db, key, { of: authenticRows.crossAppGrant })
      await signRows(db, key, { of: authenticRows.recoveryAccount })
      const where = sql`verified_email is not null`
      await signRows(db, key, { of: authenticRows.verifiedEmail, where })
    },
  }
}
