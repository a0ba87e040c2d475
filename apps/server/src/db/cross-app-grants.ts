import type { ColumnType } from 'kysely'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** A row of `cross_app_grant`: what a user of an app, the provider, lets another app or site know and ask for. */
export interface CrossAppGrantTable {
  id: string
  /** The provider. */
  app_id: string
  /** Without prefix. */
  user_id: string
  /** Names who asks: `app:<id>`, or `key:<public key>` of a site. */
  requester: string
  requester_app_id: string | null
  requester_origin: string
  requester_name: string
  addresses: ColumnType<string[], string, string>
  created_at: number
  expires_at: number
  last_used_at: ColumnType<number | null, null, number | null>
  /** See `authenticRows.crossAppGrant`. */
  mac: Buffer | null
}

type Columns =
  | 'id'
  | 'app_id'
  | 'user_id'
  | 'mac'
  | 'requester'
  | 'requester_app_id'
  | 'requester_origin'
  | 'requester_name'
/** A grant as it is read. */
export type CrossAppGrantRow = Pick<CrossAppGrantTable, Columns | 'created_at' | 'expires_at'> & {
  addresses: string[]
  last_used_at: number | null
}

const columns = [
  'id',
  'app_id',
  'user_id',
  'requester',
  'requester_app_id',
  'requester_origin',
  'requester_name',
  'addresses',
  'created_at',
  'expires_at',
  'last_used_at',
  'mac',
] as const

/** Keeps a grant in place of what the user had given to the same requester: tokens of the one before are over. */
export async function storeGrant(
  db: Db,
  grant: Omit<CrossAppGrantRow, 'last_used_at'>,
): Promise<void> {
  const row = { ...grant, addresses: JSON.stringify(grant.addresses), last_used_at: null }
  await db
    .insertInto('cross_app_grant')
    .values(row)
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id', 'requester']).doUpdateSet(row))
    .execute()
}

/** The user's grants that are in force, the newest first. */
export async function listGrants(
  db: Db,
  { appId, userId, nowMs }: UserKey & { nowMs: number },
): Promise<CrossAppGrantRow[]> {
  return db
    .selectFrom('cross_app_grant')
    .select(columns)
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowMs)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The grant with an id, or of a requester, while it is in force; notes that it was used. */
export async function useGrant(
  db: Db,
  {
    appId,
    userId,
    nowMs,
    by,
  }: UserKey & { nowMs: number; by: { id: string } | { requester: string } },
): Promise<CrossAppGrantRow | undefined> {
  const [column, value] =
    'id' in by ? (['id', by.id] as const) : (['requester', by.requester] as const)
  return db
    .updateTable('cross_app_grant')
    .set({ last_used_at: nowMs })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where(column, '=', value)
    .where('expires_at', '>', nowMs)
    .returning(columns)
    .executeTakeFirst()
}

/** A grant in force. */
export async function findGrant(
  db: Db,
  { appId, id, nowMs }: { appId: string; id: string; nowMs: number },
): Promise<CrossAppGrantRow | undefined> {
  return db
    .selectFrom('cross_app_grant')
    .select(columns)
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** Deletes a grant of the user; false when there is none. */
export async function deleteGrant(
  db: Db,
  { appId, userId, id }: UserKey & { id: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('cross_app_grant')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes grants whose time is over. */
export async function dropExpiredGrants(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('cross_app_grant').where('expires_at', '<=', nowMs).execute()
}
