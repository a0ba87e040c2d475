import { type Kysely, sql } from 'kysely'

/**
 * Providers that an app adds by itself: issuer, endpoints, scopes and claims, beside the credentials. Native apps look up
 * their logins by the state they chose.
 */
export const customOAuth = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(`alter table oauth_credentials add column custom jsonb`).execute(db)
    await sql
      .raw(`create index oauth_flow_by_client_state on oauth_flow (app_id, client_state_hash)`)
      .execute(db)
  },
}
