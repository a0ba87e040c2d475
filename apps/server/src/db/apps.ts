import { sql } from 'kysely'
import { type AppClaims, authenticRows } from '../authority/authentic-rows.js'
import type { HashKey } from '../authority/keyed-hash.js'
import { isRowMac, rowMac } from '../authority/row-mac.js'
import { RowRefused } from '../authority/row-refused.js'
import type { AppTable } from './app-tables.js'
import type { Db } from './connect.js'

/** An app's row. */
export type AppRow = Omit<AppTable, JsonColumn | 'min_iat' | 'mac'> &
  Record<JsonColumn, Record<string, unknown>> & { min_iat: number }
type JsonColumn = 'config' | 'private_settings' | 'secrets'
/** An app's row and what logins have to know of other tables. */
export interface ReadApp extends AppRow {
  mac: Buffer | null
  has_denylist: boolean
  /** The code and the MAC in base64. */
  test_accounts: {
    app_id: string
    id: string
    email: string
    phone_number: string
    code: string
    mac: string | null
  }[]
  /** The next token key, with its private half sealed, in base64; and earlier ones. */
  token_keys: (
    | { signing_key: string; signs_from: number; verification_key: string; not_after: null }
    | { signing_key: null; signs_from: number; verification_key: string; not_after: number }
  )[]
}

/** Named, because the statement is prepared: `*` would break on a connection that saw an older table. */
const columns = [
  'id',
  'environment',
  'config',
  'private_settings',
  'secrets',
  'secret_hash',
  'signing_key',
  'verification_key',
  'max_users',
  'created_at',
  'updated_at',
  'retired_at',
  'previous_secret_hash',
  'previous_secret_until',
  'min_iat',
  'mac',
] as const satisfies readonly (keyof AppTable)[]

/** An app by id. */
export async function readApp(db: Db, appId: string): Promise<ReadApp | undefined> {
  return db
    .selectFrom('app')
    .select(columns)
    .select([
      sql<boolean>`exists (select from denylist_entry d where d.app_id = app.id)`.as(
        'has_denylist',
      ),
      sql<ReadApp['test_accounts']>`coalesce((
        select json_agg(json_build_object('app_id', t.app_id, 'id', t.id, 'email', t.email,
          'phone_number', t.phone_number, 'code', encode(t.code, 'base64'), 'mac', encode(t.mac, 'base64')))
        from test_account t where t.app_id = app.id
      ), '[]')`.as('test_accounts'),
      sql<ReadApp['token_keys']>`coalesce((
        select json_agg(json_build_object('signing_key', encode(k.signing_key, 'base64'),
          'signs_from', k.signs_from, 'verification_key', k.verification_key, 'not_after', k.not_after))
        from app_token_key k where k.app_id = app.id
      ), '[]')`.as('token_keys'),
    ])
    .where('id', '=', appId)
    .executeTakeFirst()
}

/** Ids, environments and verification keys of all apps that are not retired. */
export async function listApps(
  db: Db,
): Promise<Pick<AppRow, 'id' | 'environment' | 'verification_key'>[]> {
  return db
    .selectFrom('app')
    .select(['id', 'environment', 'verification_key'])
    .where('retired_at', 'is', null)
    .execute()
}

/** Adds an app. */
export async function insertApp(
  { db, keyEncryption }: { db: Db; keyEncryption: HashKey },
  row: AppRow,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await insertRow(transaction, row)
    await writeMac(transaction, keyEncryption, row.id)
  })
}

/**
 * Changes an app's row or token keys. What they say is authenticated before, so that a forged setting does not become an
 * authentic one.
 *
 * @returns what `change` does; undefined when no app has this id.
 * @throws RowRefused
 */
export async function changeApp<T>(
  { db, keyEncryption }: { db: Db; keyEncryption: HashKey },
  { appId, change }: { appId: string; change: (transaction: Db) => Promise<T> },
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockApp(transaction, appId)
    const row = await readApp(transaction, appId)
    if (row === undefined) return undefined
    if (!isAuthenticApp(keyEncryption, row)) throw new RowRefused('app')
    const changed = await change(transaction)
    await writeMac(transaction, keyEncryption, appId)
    return changed
  })
}

/** Whether a server with the key wrote what the app's rows say. */
export function isAuthenticApp(key: HashKey, row: AppClaims & Pick<ReadApp, 'mac'>): boolean {
  return isRowMac(row.mac, { key, of: authenticRows.app, row })
}

/** Whether a server with the key wrote the addresses of the app's test accounts. */
export function hasAuthenticTestAccounts(
  key: HashKey,
  { test_accounts }: Pick<ReadApp, 'test_accounts'>,
): boolean {
  const of = authenticRows.testAccount
  return test_accounts.every((row) =>
    isRowMac(Buffer.from(row.mac ?? '', 'base64'), { key, of, row }),
  )
}

async function writeMac(transaction: Db, key: HashKey, appId: string): Promise<void> {
  const row = await readApp(transaction, appId)
  if (row === undefined) throw new Error('An app that was changed does not exist')
  const mac = rowMac(key, authenticRows.app, row)
  await transaction.updateTable('app').set({ mac }).where('id', '=', appId).execute()
}

async function insertRow(db: Db, row: AppRow): Promise<void> {
  await db
    .insertInto('app')
    .values({
      ...row,
      config: JSON.stringify(row.config),
      private_settings: JSON.stringify(row.private_settings),
      secrets: JSON.stringify(row.secrets),
    })
    .execute()
}

/**
 * Writes the named settings of an app over those it has; `maxUsers` only when it is given, null lifts the limit. A private
 * setting or secret that is null is deleted.
 */
export async function updateAppConfig(
  db: Db,
  change: {
    appId: string
    settings: Record<string, unknown>
    /** Settings that the app has no longer. */
    removed?: readonly string[]
    privateSettings: Record<string, unknown>
    secrets: Record<string, string | null>
    maxUsers?: number | null | undefined
    nowMs: number
  },
): Promise<void> {
  const { maxUsers, removed = [] } = change
  await sql`
    update app set config = (config - ${[...removed]}::text[]) || ${JSON.stringify(change.settings)}::jsonb,
      -- A setting that is null is removed; null inside of one is a value.
      private_settings = (
        select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
        from jsonb_each(private_settings || ${JSON.stringify(change.privateSettings)}::jsonb)
        where value <> 'null'::jsonb),
      secrets = jsonb_strip_nulls(secrets || ${JSON.stringify(change.secrets)}::jsonb),
      max_users = case when ${maxUsers !== undefined} then ${maxUsers ?? null}::integer else max_users end,
      updated_at = ${change.nowMs}
    where id = ${change.appId}`.execute(db)
}

/** Whether any app lists one of the origins, or is a development app when `isLocal`. */
export async function someAppAllows(
  db: Db,
  { origins, isLocal }: { origins: readonly string[]; isLocal: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select exists (
      select from app where retired_at is null and config -> 'allowed_domains' ?| ${origins}::text[]
    ) or (${isLocal} and exists (
      select from app where retired_at is null and environment = 'development'
    )) as allowed`.execute(db)
  return rows[0]?.allowed ?? false
}

/** Holds the app's row until the transaction ends, so that only one request counts its users. */
export async function lockApp(db: Db, appId: string): Promise<void> {
  await db.selectFrom('app').select('id').where('id', '=', appId).forUpdate().execute()
}
