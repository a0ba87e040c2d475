import { type Kysely, sql } from 'kysely'

/** Which of a generation's two read-backs were answered: both come before it is confirmed. */
export const readBack = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table share_generation
      add column auth_read_back boolean not null default false,
      add column recovery_read_back boolean not null default false`.execute(db)
  },
}
