import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table wallet_transaction
     add column draft jsonb,
     add column signed_by jsonb,
     add column attempts jsonb not null default '[]',
     add column last_nonce bigint,
     add column outpoints jsonb,
     add column sponsored boolean not null default false,
     add column user_operation_hash text,
     add column next_attempt_at bigint,
     add column settled_at bigint`,
  `update wallet_transaction set settled_at = updated_at
     where status in ('finalized', 'execution_reverted', 'failed', 'replaced', 'provider_error')`,
  `update wallet_transaction set last_nonce = nonce`,
  `update wallet_transaction
     set attempts = jsonb_build_array(jsonb_build_object(
       'kind', 'send', 'hash', hash, 'signed', signed, 'at', created_at, 'fees', null))
     where signed is not null`,
  'drop index wallet_transaction_open',
  'create index wallet_transaction_open on wallet_transaction (looked_at) where settled_at is null',
  `create index wallet_transaction_unsettled on wallet_transaction (caip2, sender)
     where settled_at is null`,
]

/** What wallets send by other means than one transaction, what was signed in its place, and until when it is followed. */
export const walletSends = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
