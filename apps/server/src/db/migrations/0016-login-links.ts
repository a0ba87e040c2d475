import { type Kysely, sql } from 'kysely'

/** Links in the mails of logins, which approve the login of the browser that asked. */
export const loginLinks = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table one_time_code add column link_hash bytea, add column asked_from jsonb,
      add column approved_at bigint`.execute(db)
  },
}
