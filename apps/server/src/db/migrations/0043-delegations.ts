import { type Kysely, sql } from 'kysely'

/** The API's halves of the keys of delegated wallets: one delegation of an address at a time. */
export const delegations = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table delegation (
      app_id text not null,
      user_id text not null,
      consent_id text not null,
      wallet_id text not null,
      chain_type text not null,
      wallet_index integer not null,
      address text not null,
      address_key text not null,
      app_share bytea not null,
      created_at bigint not null,
      last_used_at bigint,
      primary key (app_id, consent_id),
      unique (app_id, chain_type, address_key),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
    await sql`create index delegation_of_user on delegation (app_id, user_id)`.execute(db)
  },
}
