import { type Kysely, sql } from 'kysely'

/** Nonces of Farcaster logins, with the channel of the relay where there is one. */
export const farcaster = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table farcaster_login (
      app_id text not null references app (id) on delete cascade,
      nonce text not null,
      channel_hash bytea,
      flow_hash bytea,
      network_hash bytea,
      answer jsonb,
      used_at bigint,
      created_at bigint not null,
      expires_at bigint not null,
      primary key (app_id, nonce)
    ) with (fillfactor = 80)`.execute(db)
    await sql`create unique index farcaster_login_channel on farcaster_login (app_id, channel_hash)
      where channel_hash is not null`.execute(db)
  },
}
