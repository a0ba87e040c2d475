import { type Kysely, sql } from 'kysely'

const statements = [
  `create table oauth_credentials (
     app_id text not null references app (id) on delete cascade,
     provider text not null,
     client_id text not null,
     client_secret bytea,
     team_id text,
     key_id text,
     return_tokens boolean not null default false,
     updated_at bigint not null,
     primary key (app_id, provider)
   )`,
  `create table oauth_flow (
     app_id text not null references app (id) on delete cascade,
     state_hash bytea primary key,
     provider text not null,
     intent text not null check (intent in ('login', 'link')),
     user_id text,
     client_state_hash bytea not null,
     code_challenge text not null,
     flow_hash bytea,
     secrets bytea not null,
     code_hash bytea unique,
     outcome bytea,
     created_at bigint not null,
     expires_at bigint not null,
     returned_at bigint,
     used_at bigint
   )`,
  `create index oauth_flow_by_end on oauth_flow (expires_at)`,
]

/** Credentials of apps at OAuth providers, and the logins at them that are under way. */
export const oauth = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
