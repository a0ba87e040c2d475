import { type Kysely, sql } from 'kysely'

/** Programs that ask for access to a wallet, and what users let them do. */
export const programGrants = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table program_request (
      app_id text not null references app (id) on delete restrict,
      device_code_hash text not null,
      user_code_hash text not null,
      name text not null,
      public_key text not null,
      asked text not null,
      state text not null,
      grant_id text,
      interval_seconds integer not null,
      polled_at bigint,
      created_at bigint not null,
      expires_at bigint not null,
      mac bytea,
      primary key (app_id, device_code_hash),
      unique (app_id, user_code_hash)
    )`.execute(db)
    await sql`create index program_request_expiry on program_request (expires_at)`.execute(db)
    await sql`create table program_grant (
      app_id text not null,
      user_id text not null,
      grant_id text not null,
      wallet_id text not null,
      chain_type text not null,
      wallet_index integer not null,
      address text not null,
      name text not null,
      public_key text not null,
      policy text not null,
      app_share bytea not null,
      created_at bigint not null,
      ends_at bigint not null,
      last_used_at bigint,
      primary key (app_id, grant_id),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
    await sql`create index program_grant_end on program_grant (ends_at)`.execute(db)
    await sql`create index program_grant_of_user on program_grant (app_id, user_id)`.execute(db)
  },
}
