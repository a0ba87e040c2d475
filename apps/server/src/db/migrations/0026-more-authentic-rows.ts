import { automaticRecoveryMethod } from '@sallyport/contract'
import { type Kysely, type Migration, sql } from 'kysely'
import { authenticRows } from '../../authority/authentic-rows.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { signRows } from '../sign-rows.js'

type Reader = Kysely<unknown>

/** The only one there was. */
const recovery = { recovery_method: automaticRecoveryMethod, recovery_locator: null }

const statements = [
  'alter table app add column mac bytea',
  'alter table user_account add column factors_mac bytea',
  'alter table session add column mfa_mac bytea',
  'alter table wallet_root add column mac bytea',
  'alter table wallet_account add column mac bytea',
  'alter table share_generation add column mac bytea',
  'alter table oauth_credentials add column mac bytea',
  // What is under way for minutes begins again.
  'delete from account_transfer',
  'alter table account_transfer add column mac bytea',
  'alter table one_time_code add column approved_mac bytea',
  'update one_time_code set approved_at = null, link_hash = null',
  // Sessions prove their factor again.
  'update session set mfa_at_ms = null where mfa_at_ms is not null',
]

/**
 * Apps, wallets, devices and users' factors carry a keyed hash (P5). Rows that are there get theirs now, once: later, a row
 * without one is refused.
 *
 * @param key  needed where there are apps.
 */
export function moreAuthenticRows(key: HashKey | undefined): Migration {
  return {
    up: async (db: Reader): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      const { rows } = await sql`select from app limit 1`.execute(db)
      if (rows.length === 0) return
      if (key === undefined) throw new Error('Set SALLYPORT_KEK: rows are to be authenticated')
      await signRows(db, key, { of: authenticRows.app })
      await signRows(db, key, { of: authenticRows.oauthCredentials })
      await signRows(db, key, {
        of: authenticRows.userFactors,
        absent: { recovery_codes_at: null },
      })
      const absent = { custody_key: null, ...recovery }
      await signRows(db, key, { of: authenticRows.walletRoot, absent })
      await signRows(db, key, { of: authenticRows.walletAccount })
      await signRows(db, key, { of: authenticRows.shareGeneration, absent: recovery })
    },
  }
}
