import { createHash } from 'node:crypto'
import type { RecordPlace } from '@sallyport/crypto'
import { sql } from 'kysely'
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

/** Of a user so many keys are looked at for a request, those that end last. */
const mostKeys = 200

/** Names the key by which a user approves a request: pressing again replaces it. */
export function approvalKeyId(request: string): string {
  return createHash('sha256').update(`approval ${request}`).digest('hex').slice(0, 24)
}

/**
 * Keys of users that are alive and may sign a request, named in base64url. Several may be at once: clients do not share them (wire.md 39).
 * Those that are bound to other requests, and those of other users, take no room from them.
 */
export async function keysOfUsers(
  { appId, userIds, request }: { appId: string; userIds: readonly string[]; request: string },
  { db, cipher, nowMs }: Sealed & { nowMs: number },
): Promise<ReadonlyMap<string, QuorumUser['keys']>> {
  const keys = new Map<string, UserKey[]>()
  if (userIds.length === 0) return keys
  const approval = approvalKeyId(request)
  // Rows of older versions say nothing of a request.
  const { rows } = await sql<{ user_id: string; key_id: string; record: Buffer }>`
    select found.* from unnest(${userIds}::text[]) as member (user_id)
    cross join lateral (
      select user_id, key_id, record from user_key
      where app_id = ${appId} and user_id = member.user_id and expires_at_ms > ${String(nowMs)}::bigint
        and (request is null or request = ${request})
      order by key_id = ${approval} desc, request is null, expires_at_ms desc
      limit ${mostKeys}
    ) as found`.execute(db)
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
  const { boundTo: request = null, expiresAtMs } = key
  const kept = { expires_at_ms: String(expiresAtMs), request, record }
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
