import { type RawBuilder, sql } from 'kysely'
import { apiSchema, type Db } from './connect.js'
import type { Database } from './schema.js'

/** Whether the running server deletes rows of a table. Rows that hold shares, or own them, are never deleted (T-17). */
const deletesRows = {
  app: false,
  app_token_key: true,
  allowlist_entry: true,
  denylist_entry: true,
  test_account: true,
  user_account: false,
  linked_account: true,
  account_transfer: true,
  account_undo: true,
  held_account: true,
  one_time_code: true,
  used_proof: true,
  wallet_nonce: true,
  farcaster_login: true,
  farcaster_signer: true,
  passkey_challenge: true,
  oauth_credentials: true,
  oauth_flow: true,
  session: true,
  refresh_token: true,
  session_fork: true,
  factor_reset: true,
  contact_change: true,
  recovery_account: true,
  delegation: true,
  program_request: true,
  program_grant: true,
  open_consent: true,
  idempotent_request: true,
  cross_app_grant: true,
  rate_limit: true,
  job_lease: true,
  program_heartbeat: true,
  analytics_event: true,
  wallet_root: false,
  share_generation: false,
  recovery_key_ref: false,
  wallet_account: false,
  audit_event: false,
  audit_seal: false,
  audit_pending: true,
  notice: true,
  server_wallet: false,
  wallet_quorum: true,
  wallet_transaction: true,
  wallet_lane: true,
  wallet_intent: false,
  webhook_endpoint: true,
  app_event: true,
  webhook_delivery: true,
  webhook_attempt: true,
} as const satisfies Record<keyof Database, boolean>

/** Tables whose rows the running server adds and never changes (T-16). */
const appendOnly = [
  'audit_event',
  'audit_seal',
  'app_event',
  'webhook_attempt',
] as const satisfies (keyof typeof deletesRows)[]

/**
 * Gives `role` what the running server needs of the tables and takes everything else away: no DDL, no TRUNCATE, no
 * DELETE on tables that hold shares or own rows that do, and no UPDATE of the audit log. For the role that owns the schema; may be repeated.
 */
export async function grantRuntimeRole(db: Db, role: string): Promise<void> {
  const [schema, grantee] = [sql.id(apiSchema), sql.id(role)]
  // In one transaction: servers that run meanwhile never see a role without its rights.
  await db.transaction().execute(async (transaction) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(transaction)
    await run(sql`revoke all on schema ${schema} from ${grantee}`)
    await run(sql`revoke all on all tables in schema ${schema} from ${grantee}`)
    await run(sql`grant usage on schema ${schema} to ${grantee}`)
    await run(sql`grant select, insert, update on all tables in schema ${schema} to ${grantee}`)
    for (const [table, isDeletable] of Object.entries(deletesRows)) {
      if (isDeletable) await run(sql`grant delete on ${sql.id(apiSchema, table)} to ${grantee}`)
    }
    for (const table of appendOnly)
      await run(sql`revoke update on ${sql.id(apiSchema, table)} from ${grantee}`)
  })
}
