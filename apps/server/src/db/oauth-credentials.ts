import type { CustomProvider } from '@sallyport/contract'
import type { Selectable } from 'kysely'
import type { Db } from './connect.js'
import type { OAuthCredentialsTable } from './oauth-tables.js'

/** An app's credentials at a provider as they are stored. */
export type CredentialsRow = Selectable<OAuthCredentialsTable>
const columns = [
  'app_id',
  'provider',
  'client_id',
  'client_secret',
  'team_id',
  'key_id',
  'return_tokens',
  'custom',
  'updated_at',
  'mac',
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
    custom,
    ...fields
  }: Omit<CredentialsRow, 'client_secret'> & { client_secret: Buffer | undefined },
): Promise<void> {
  const row = { ...fields, custom: custom && JSON.stringify(custom) }
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

/** Deletes an app's secret at a provider that it has added; the issuer stays. */
export async function retireCredentials(
  db: Db,
  { appId, provider }: { appId: string; provider: string },
): Promise<void> {
  await db
    .updateTable('oauth_credentials')
    .set({ client_secret: null })
    .where('app_id', '=', appId)
    .where('provider', '=', provider)
    .execute()
}

/** Whether a user of the app has an account of a type. */
export async function hasAccounts(
  db: Db,
  { appId, provider: type }: { appId: string; provider: CustomProvider },
): Promise<boolean> {
  const row = await db
    .selectFrom('linked_account')
    .select('id')
    .where('app_id', '=', appId)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
