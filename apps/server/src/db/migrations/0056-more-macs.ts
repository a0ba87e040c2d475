import { type Kysely, sql } from 'kysely'

/** A transfer carries a keyed hash over its end as well (P5). What is under way for minutes begins again. */
export const moreMacs = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`delete from account_transfer`.execute(db)
  },
}
