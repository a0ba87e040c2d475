import { type Kysely, sql } from 'kysely'

const statements = [
  `create table account_transfer (
     app_id text not null,
     nonce_hash bytea not null,
     user_id text not null,
     source_user_id text not null,
     type text not null,
     key text not null,
     data jsonb not null,
     expires_at bigint not null,
     primary key (app_id, nonce_hash),
     foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
   )`,
  // The row stays, because wallets may refer to it (T-17).
  `alter table user_account add column deleted_at bigint`,
]

/** Accounts that were proven and wait for the user's consent to a transfer; users that were deleted. */
export const linking = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
