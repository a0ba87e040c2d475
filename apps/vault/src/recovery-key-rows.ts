import type { RecordPlace } from '@sallyport/crypto'
import type { VaultDatabase } from './database.js'

/** A recovery key of a root, as the vault names it. */
export interface KeyName {
  appId: string
  userId: string
  walletId: string
  keyId: string
}

/** A stored recovery key that may be released. */
export interface StoredKey {
  record: Uint8Array
  storedAtMs: number
}

/** The record of a key; undefined when there is none, `deleted` when there was one. */
export async function findKey(
  { appId, userId, walletId, keyId }: KeyName,
  db: VaultDatabase,
): Promise<StoredKey | 'deleted' | undefined> {
  const row = await db
    .selectFrom('recovery_key')
    .select(['record', 'created_at_ms', 'deleted_at_ms'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('wallet_id', '=', walletId)
    .where('key_id', '=', keyId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.deleted_at_ms !== null || row.record === null) return 'deleted'
  return { record: new Uint8Array(row.record), storedAtMs: Number(row.created_at_ms) }
}

/** Inserts a key unless its id is taken; whether it was inserted. */
export async function insertKey(
  { appId, userId, walletId, keyId }: KeyName,
  { record, storedAtMs }: StoredKey,
  db: VaultDatabase,
): Promise<boolean> {
  const inserted = await db
    .insertInto('recovery_key')
    .values({
      app_id: appId,
      user_id: userId,
      wallet_id: walletId,
      key_id: keyId,
      record: Buffer.from(record),
      created_at_ms: String(storedAtMs),
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id', 'wallet_id', 'key_id']).doNothing(),
    )
    .returning('key_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Where a key's record is. The time of storing decides which limit counts a release, so the record vouches for it (T-29).
 * Keys from before keys had ids have the id of their root, and records that name neither.
 */
export function placeOf(
  { appId, userId, walletId, keyId }: KeyName,
  storedAtMs: number,
): RecordPlace {
  const root = [appId, userId, walletId]
  const row = keyId === walletId ? root : [...root, keyId, String(storedAtMs)]
  return { table: 'recovery_key', column: 'record', row }
}
