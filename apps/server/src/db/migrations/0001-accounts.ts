import { type Kysely, sql } from 'kysely'

const statements = [
  `create table app (
     id text primary key,
     environment text not null check (environment in ('development', 'production')),
     config jsonb not null,
     secret_hash bytea not null,
     signing_key bytea not null,
     verification_key text not null,
     max_users integer check (max_users > 0),
     created_at bigint not null,
     updated_at bigint not null
   )`,
  `create index app_allowed_domains on app using gin ((config -> 'allowed_domains'))`,
  `create table allowlist_entry (
     app_id text not null references app (id) on delete cascade,
     type text not null,
     value text not null,
     primary key (app_id, type, value)
   )`,
  `create table user_account (
     app_id text not null references app (id) on delete cascade,
     id text not null,
     is_guest boolean not null,
     terms_accepted_at bigint,
     custom_metadata jsonb,
     created_at bigint not null,
     primary key (app_id, id)
   )`,
  `create table linked_account (
     id bigint generated always as identity primary key,
     app_id text not null,
     user_id text not null,
     type text not null,
     key text not null,
     data jsonb not null,
     first_verified_at bigint not null,
     latest_verified_at bigint not null,
     unique (app_id, type, key),
     foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
   )`,
  `create index linked_account_owner on linked_account (app_id, user_id)`,
  `create table email_code (
     app_id text not null references app (id) on delete cascade,
     purpose text not null,
     address text not null,
     code_hash bytea not null,
     attempts integer not null default 0,
     used_at bigint,
     created_at bigint not null,
     expires_at bigint not null,
     primary key (app_id, purpose, address)
   )`,
  `create table session (
     app_id text not null,
     id text not null,
     user_id text not null,
     created_at bigint not null,
     expires_at bigint not null,
     revoked_at bigint,
     primary key (app_id, id),
     foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
   )`,
  `create index session_owner on session (app_id, user_id)`,
  `create table refresh_token (
     app_id text not null,
     token_hash bytea not null,
     session_id text not null,
     seq integer not null,
     used_at bigint,
     successor bytea,
     created_at bigint not null,
     expires_at bigint not null,
     primary key (app_id, token_hash),
     unique (app_id, session_id, seq),
     foreign key (app_id, session_id) references session (app_id, id) on delete cascade
   )`,
  `create unlogged table rate_limit (
     key text primary key,
     points integer not null,
     reset_at bigint not null
   )`,
  `create table analytics_event (
     id bigint generated always as identity primary key,
     app_id text not null references app (id) on delete cascade,
     event_name text not null,
     client_id text,
     payload jsonb,
     created_at bigint not null
   )`,
  `create index analytics_event_app on analytics_event (app_id, id)`,
]

/** Apps, users, codes, sessions, counters. */
export const accounts = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
