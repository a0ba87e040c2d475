import { connectionOptions } from '@sallyport/process'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { boundedPool } from '../bounded-pool.js'

/** Schema of the signer of delegated wallets; only its own role may use it. */
export const delegateSchema = 'sallyport_delegate'

/** Its tables. Byte columns hold records encrypted under its own key, or public values. */
interface DelegateTables {
  seal_key: { id: number; public_key: Buffer; wrapped_private_key: Buffer }
  app_key: { app_id: string; record: Buffer }
  delegation: {
    consent_id: string
    app_id: string
    user_id: string
    opened_at_ms: string
    /** The consent and the signer's half, sealed. Null until it is given, and once it is revoked. */
    record: Buffer | null
    /** Set once: nothing is stored or signed afterwards. */
    revoked_at_ms: string | null
  }
  /** What transactions may cost of each asset, reserved before they are signed; once for each authorized request. */
  reservation: { consent_id: string; request: Buffer; asset: string; amount: string; at_ms: string }
}

/** The database of the signer of delegated wallets. */
export type DelegateDatabase = Kysely<DelegateTables>

/**
 * Opens the database; every name resolves in the signer's own schema. The caller destroys it.
 *
 * @param deadlineMs  Longest wait for a connection, and for a statement.
 */
export function openDelegateDatabase(databaseUrl: string, deadlineMs: number): DelegateDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 8,
    options: connectionOptions({ search_path: delegateSchema }),
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    statement_timeout: deadlineMs,
  })
  return new Kysely<DelegateTables>({ dialect: new PostgresDialect({ pool: boundedPool(pool) }) })
}
