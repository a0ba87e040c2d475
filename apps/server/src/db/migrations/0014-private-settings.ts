import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table app
     add column private_settings jsonb not null default '{}',
     add column secrets jsonb not null default '{}'`,
  `create table used_proof (
     app_id text not null references app (id) on delete cascade,
     kind text not null,
     digest bytea not null,
     expires_at bigint not null,
     primary key (app_id, kind, digest)
   )`,
  `create index used_proof_expires_at on used_proof (expires_at)`,
]

/** Settings and secrets that only the app's owner sees, and proofs that count once. */
export const privateSettings = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
