import { type Kysely, sql } from 'kysely'

/** What the user has allowed, for the list that the user reads. The halves of earlier delegations are bound to none. */
export const delegationPolicies = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table delegation add column policy text not null default ''`.execute(db)
  },
}
