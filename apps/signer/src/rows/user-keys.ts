import type { RecordPlace } from '@sallyport/crypto'
import type { QuorumUser, UserSigningKey } from '../quorum/count-votes.js'
import type { RowDeps } from './row-deps.js'
import { openJson, sealJson } from './row-versions.js'

/** A key that a user's token was exchanged for, or that approves one request. */
export type UserKey = UserSigningKey

interface KeyPlace {
  appId: string
  userId: string
  keyId: string
}

type Sealed = Pick<RowDeps, 'db' | 'cipher'>

/** Where a user's key is. */
export function placeOfUserKey({ appId, userId, keyId }: KeyPlace): RecordPlace {
  return { table: 'user_key', column: 'record', row: [appId, userId, keyId] }
}

/** Keys of users that are alive. Several may be at once: clients do not share them (wire.md 39). */
export async function keysOfUsers(
  { appId, userIds }: { appId: string; userIds: readonly string[] },
  { db, cipher, nowMs }: Sealed & { nowMs: number },
): Promise<ReadonlyMap<string, QuorumUser['keys']>> {
  const keys = new Map<string, UserKey[]>()
  if (userIds.length === 0) return keys
  const rows = await db
    .selectFrom('user_key')
    .select(['user_id', 'key_id', 'record'])
    .where('app_id', '=', appId)
    .where('user_id', 'in', userIds)
    .where('expires_at_ms', '>', String(nowMs))
    .limit(200)
    .execute()
  for (const { user_id: userId, key_id: keyId, record } of rows) {
    const key = await openJson<UserKey>(record, placeOfUserKey({ appId, userId, keyId }), cipher)
    if (key.expiresAtMs > nowMs) keys.set(userId, [...(keys.get(userId) ?? []), key])
  }
  return keys
}

/** Keeps a user's key, in the place of one with the same id, and forgets those that have ended. */
export async function storeUserKey(
  place: KeyPlace,
  key: UserKey,
  { db, cipher, nowMs }: Sealed & { nowMs: number },
): Promise<void> {
  const { appId, userId, keyId } = place
  await db.deleteFrom('user_key').where('expires_at_ms', '<=', String(nowMs)).execute()
  const record = await sealJson(key, placeOfUserKey(place), cipher)
  const kept = { expires_at_ms: String(key.expiresAtMs), record }
  await db
    .insertInto('user_key')
    .values({ app_id: appId, user_id: userId, key_id: keyId, ...kept })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id', 'key_id']).doUpdateSet(kept))
    .execute()
}

/** Ends the keys of a user. */
export async function deleteUserKeys(
  { appId, userId }: { appId: string; userId: string },
  { db }: Pick<RowDeps, 'db'>,
): Promise<void> {
  await db
    .deleteFrom('user_key')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
}
