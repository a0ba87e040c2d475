import { type Kysely, sql } from 'kysely'

/** The language of messages to a user, where a login has said one. */
export const userLocale = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table user_account add column locale text`.execute(db)
  },
}
