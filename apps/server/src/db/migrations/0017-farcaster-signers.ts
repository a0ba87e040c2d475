import { type Kysely, sql } from 'kysely'

/** Keys that users were asked to let post for their Farcaster accounts. */
export const farcasterSigners = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table farcaster_signer (
      app_id text not null,
      user_id text not null,
      public_key text not null,
      state text not null check (state in ('pending_approval', 'approved', 'revoked')),
      fid bigint,
      request bytea not null,
      expires_at bigint not null,
      created_at bigint not null,
      primary key (app_id, user_id, public_key),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
    )`.execute(db)
  },
}
