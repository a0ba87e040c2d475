import { type Kysely, sql } from 'kysely'

/** Visits at a provider for the recovery key that a user keeps there. */
export const recoveryOAuth = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table oauth_flow drop constraint oauth_flow_intent_check`.execute(db)
    await sql`alter table oauth_flow add constraint oauth_flow_intent_check
      check (intent in ('login', 'link', 'recovery'))`.execute(db)
  },
}
