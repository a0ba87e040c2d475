import { boundedPool, signerSchema } from '@sallyport/keyholder'
import { connectionOptions } from '@sallyport/process'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Its tables. Byte columns hold records encrypted under its own key, or public values. */
interface SignerTables {
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
  /** Server wallets. The secret's half, the owner and the rest are in the record, sealed. */
  wallet: {
    wallet_id: string
    app_id: string
    /** Until both halves were read back. */
    is_pending: boolean
    created_at_ms: string
    record: Buffer
  }
  /** Who may act with wallets: keys and thresholds, sealed. */
  key_quorum: { quorum_id: string; app_id: string; record: Buffer }
  /** How many changes of wallets and quorums an app has had, and each of them; see `RowVersions`. */
  app_counter: { app_id: string; record: Buffer }
  row_change: { app_id: string; counter: string; record: Buffer }
  /** Policies, limits, sets and settings of apps, sealed; see `rows/app-rows.ts`. */
  app_row: { app_id: string; kind: string; id: string; record: Buffer }
  /** Values of condition sets, a hundred in each row at most, sealed. Their sets say which versions of them count. */
  condition_set_chunk: { app_id: string; set_id: string; chunk_id: string; record: Buffer }
  /** Keys that users' tokens were exchanged for, sealed. */
  user_key: {
    app_id: string
    user_id: string
    key_id: string
    expires_at_ms: string
    /** Name of the one request that it signs; null for a key that signs any, and in rows of older versions. */
    request: string | null
    record: Buffer
  }
  /** Keys that imports are sealed to, sealed. */
  import_key: { key_id: string; app_id: string; expires_at_ms: string; record: Buffer }
  /** Requests by their idempotency key or bytes, with what was filled in when they were first answered, sealed. */
  answered: {
    wallet_id: string
    name: string
    at_ms: string
    /** Null where it is kept for good. */
    forget_at_ms: string | null | undefined
    record: Buffer
  }
  /** Requests that policies have judged in the last 31 days, sealed. */
  judged_request: {
    app_id: string
    wallet_id: string
    id: string
    at_ms: string
    record: Buffer
  }
}

/** The signer's database. */
export type SignerDatabase = Kysely<SignerTables>

/**
 * Opens the database; every name resolves in the signer's own schema. The caller destroys it.
 *
 * @param deadlineMs  Longest wait for a connection, and for a statement.
 */
export function openSignerDatabase(databaseUrl: string, deadlineMs: number): SignerDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 8,
    options: connectionOptions({ search_path: signerSchema }),
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    statement_timeout: deadlineMs,
  })
  return new Kysely<SignerTables>({ dialect: new PostgresDialect({ pool: boundedPool(pool) }) })
}
