import type { Db } from './connect.js'
import type { OAuthCredentialsTable } from './oauth-tables.js'

/** An app's credentials at a provider as they are stored. */
export type CredentialsRow = OAuthCredentialsTable
const columns = [
  'app_id',
  'provider',
  'client_id',
  'client_secret',
  'team_id',
  'key_id',
  'return_tokens',
  'updated_at',
] as const satisfies readonly (keyof OAuthCredentialsTable)[]

/** An app's credentials at one provider. */
export async function readCredentials(
  db: Db,
  { appId, provider }: { appId: string; provider: string },
): Promise<CredentialsRow | undefined> {
  return db
    .selectFrom('oauth_credentials')
    .select(columns)
    .where('app_id', '=', appId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** An app's credentials at every provider it has some at. */
export async function listCredentials(db: Db, appId: string): Promise<CredentialsRow[]> {
  return db
    .selectFrom('oauth_credentials')
    .select(columns)
    .where('app_id', '=', appId)
    .orderBy('provider')
    .execute()
}

/** Writes an app's credentials at a provider; without `client_secret` the stored one stays. */
export async function writeCredentials(
  db: Db,
  {
    client_secret: secret,
    ...row
  }: Omit<CredentialsRow, 'client_secret'> & { client_secret: Buffer | undefined },
): Promise<void> {
  const changed = secret === undefined ? row : { ...row, client_secret: secret }
  await db
    .insertInto('oauth_credentials')
    .values({ ...row, client_secret: secret ?? null })
    .onConflict((conflict) => conflict.columns(['app_id', 'provider']).doUpdateSet(changed))
    .execute()
}

/** Deletes an app's credentials at a provider. */
export async function deleteCredentials(
  db: Db,
  { appId, provider }: { appId: string; provider: string },
): Promise<void> {
  await db
    .deleteFrom('oauth_credentials')
    .where('app_id', '=', appId)
    .where('provider', '=', provider)
    .execute()
}
