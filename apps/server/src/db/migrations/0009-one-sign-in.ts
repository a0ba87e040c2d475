import { type Kysely, sql } from 'kysely'

const statements = [
  // Codes live for ten minutes: those of the old table are not worth moving.
  `drop table email_code`,
  `create table one_time_code (
     app_id text not null references app (id) on delete cascade,
     channel text not null check (channel in ('email', 'sms')),
     purpose text not null check (purpose in ('login', 'link', 'update', 'mfa')),
     address text not null,
     flow_hash bytea not null,
     network_hash bytea,
     code_hash bytea not null,
     flow_tries integer not null default 0,
     network_tries integer not null default 0,
     other_tries integer not null default 0,
     used_at bigint,
     created_at bigint not null,
     expires_at bigint not null,
     primary key (app_id, channel, purpose, address, flow_hash)
   ) with (fillfactor = 50)`,
  // Sessions from before proved nothing that is known, at the time they were opened.
  `alter table session
     add column auth_time bigint,
     add column amr text[] not null default '{}',
     add column device jsonb not null default '{}'`,
  `update session set auth_time = created_at`,
  `alter table session alter column auth_time set not null`,
  `alter table session alter column amr drop default`,
  `alter table session alter column device drop default`,
]

/** One table of one-time codes for every channel; a session says when and by what it was authenticated, and where. */
export const oneSignIn = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
