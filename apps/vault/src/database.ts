import { boundedPool, vaultSchema } from '@sallyport/keyholder'
import { connectionOptions } from '@sallyport/process'
import { type ColumnType, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { FactorTables } from './factors/tables.js'
import type { NoticeTables } from './notices/tables.js'

/** The vault's tables. Byte columns hold records encrypted under the vault's key, or public values. */
interface VaultTables extends FactorTables, NoticeTables {
  /** The vault's one HPKE key pair. */
  seal_key: { id: number; public_key: Buffer; wrapped_private_key: Buffer }
  /** The token keys pinned for an app, sealed. */
  app_key: { app_id: string; record: Buffer }
  recovery_key: {
    app_id: string
    user_id: string
    wallet_id: string
    /** The oldest key of a root from before keys had ids has the root's id. */
    key_id: string
    /** Null 30 days after the deletion. */
    record: Buffer | null
    created_at_ms: string
    deleted_at_ms: ColumnType<string | null, string | undefined, string | null>
  }
  /** Requests for a release that were answered, by the hash of the key the answer was sealed to. */
  release_request: { request: Buffer; device_key: Buffer; at_ms: string }
  /** Which root a user has, by what only its secret gives; `slot`: `root`, or the id of an imported wallet. */
  root_pin: { app_id: string; user_id: string; slot: string; record: Buffer }
  /** Users who were deleted: the vault answers no call of theirs. */
  deleted_user: { app_id: string; user_id: string; deleted_at_ms: string }
  /** Times of the last releases of an app or a wallet and of the last tries of a factor, oldest first; see `ReleaseCounters`. */
  release_log: { subject: string; at_ms: string[]; version: string; mac: string }
}

/** The vault's database. */
export type VaultDatabase = Kysely<VaultTables>

/**
 * Opens the vault's database; every name resolves in its own schema. The caller destroys it.
 *
 * @param deadlineMs  Longest wait for a connection, and for a statement.
 */
export function openVaultDatabase(databaseUrl: string, deadlineMs: number): VaultDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 8,
    options: connectionOptions({ search_path: vaultSchema }),
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    // Postgres stops the statement as well: without this it would keep running and hold its locks (T-33).
    statement_timeout: deadlineMs,
  })
  return new Kysely<VaultTables>({ dialect: new PostgresDialect({ pool: boundedPool(pool) }) })
}
