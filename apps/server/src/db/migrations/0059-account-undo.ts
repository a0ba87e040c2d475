import { type Kysely, sql } from 'kysely'

const statements = [
  `create table account_undo (
     id text primary key,
     token_hash bytea not null unique,
     app_id text not null,
     user_id text not null,
     event_id bigint not null,
     addresses jsonb not null,
     expires_at bigint not null,
     type text not null,
     key text not null,
     data jsonb not null,
     credential jsonb,
     account_mac bytea,
     verified_email text,
     email_mac bytea,
     first_verified_at bigint not null,
     is_first boolean not null,
     age_mac bytea,
     latest_verified_at bigint not null,
     mac bytea not null,
     foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
   )`,
  'create index account_undo_event on account_undo (event_id)',
  'create index account_undo_expiry on account_undo (expires_at)',
  'create index account_undo_user on account_undo (app_id, user_id)',
]

/** Accounts that were removed or replaced in the last days: the mail about it carries a link that puts them back. */
export const accountUndo = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
