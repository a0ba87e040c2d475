import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table refresh_token drop constraint refresh_token_app_id_session_id_seq_key,
     add constraint refresh_token_session_id_seq_key unique (session_id, seq)`,
  `drop index session_owner`,
  `create index session_owner on session (user_id, app_id)`,
  `drop index linked_account_owner`,
  `create index linked_account_owner on linked_account (user_id, app_id)`,
]

/**
 * Only the primary key of a table begins with the app. On a table that Postgres knows nothing of yet, an index that
 * begins with it looks as good as the key, and a plan that is made then would read all rows of the app.
 */
export const oneIndexEach = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
