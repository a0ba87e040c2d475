import { type Kysely, sql } from 'kysely'

/** Nonces of messages that wallets sign to log in. */
export const walletNonces = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table wallet_nonce (
      app_id text not null references app (id) on delete cascade,
      chain_type text not null check (chain_type in ('ethereum', 'solana')),
      nonce text not null,
      address text,
      flow_hash bytea,
      used_at bigint,
      created_at bigint not null,
      expires_at bigint not null,
      primary key (app_id, chain_type, nonce)
    ) with (fillfactor = 80)`.execute(db)
  },
}
