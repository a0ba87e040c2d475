import { type Kysely, sql } from 'kysely'

/** Providers that an app adds by itself: issuer, endpoints, scopes and claims, beside the credentials. */
export const customOAuth = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(`alter table oauth_credentials add column custom jsonb`).execute(db)
  },
}
