import { type Kysely, sql } from 'kysely'

const statements = [
  `create table passkey_challenge (
     app_id text not null references app (id) on delete cascade,
     challenge_hash bytea not null,
     purpose text not null check (purpose in ('register', 'authenticate', 'link')),
     user_id text,
     user_handle text,
     rp_id text not null,
     relying_party text not null,
     origin text not null,
     flow_hash bytea not null,
     network_hash bytea not null,
     created_at bigint not null,
     expires_at bigint not null,
     primary key (app_id, challenge_hash)
   )`,
  `create index passkey_challenge_expiry on passkey_challenge (expires_at)`,
  `alter table linked_account add column credential jsonb`,
]

/** Challenges of passkeys, and what proves an account that has a key of its own. */
export const passkeys = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
