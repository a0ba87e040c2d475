import { type Kysely, sql } from 'kysely'

const statements = [
  // Entries from before were added by hand: now is when they are first seen.
  `alter table allowlist_entry
     add column id text not null default gen_random_uuid()::text,
     add column created_at bigint not null default 0`,
  `create table denylist_entry (
     app_id text not null references app (id) on delete cascade,
     type text not null,
     value text not null,
     id text not null,
     created_at bigint not null,
     primary key (app_id, type, value)
   )`,
  `create table test_account (
     app_id text not null references app (id) on delete cascade,
     id text not null,
     name text,
     email text not null,
     phone_number text not null,
     code bytea not null,
     created_at bigint not null,
     primary key (app_id, id),
     unique (app_id, email),
     unique (app_id, phone_number)
   )`,
  `create index user_account_newest on user_account (app_id, created_at desc, id desc)`,
  `create index user_account_deleted on user_account (deleted_at) where deleted_at is not null`,
  `create table held_account (
     app_id text not null,
     user_id text not null,
     type text not null,
     key text not null,
     data jsonb not null,
     credential jsonb,
     first_verified_at bigint not null,
     latest_verified_at bigint not null,
     held_at bigint not null,
     foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
   )`,
  `create index held_account_held_at on held_account (held_at)`,
  `create index held_account_owner on held_account (app_id, user_id)`,
  `create table session_fork (
     app_id text not null,
     token_hash bytea not null,
     session_id text not null,
     used_at bigint,
     created_at bigint not null,
     expires_at bigint not null,
     primary key (app_id, token_hash),
     foreign key (app_id, session_id) references session (app_id, id) on delete cascade
   )`,
  `create index session_fork_session on session_fork (app_id, session_id)`,
]

/** Deny list, test accounts, deleted users and their held accounts, forks of sessions. */
export const appRules = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
