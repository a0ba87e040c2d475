import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** An account that follows from another one of its user. */
interface DerivedAccount extends UserKey {
  type: 'smart_wallet'
  key: string
  data: object
  /** See `authenticRows.linkedAccount`. */
  mac: Buffer
  nowMs: number
}

/** Adds the account; false when a user of the app has it. */
export async function addDerivedAccount(
  transaction: Db,
  { appId, userId, type, key, data, mac, nowMs }: DerivedAccount,
): Promise<boolean> {
  const row = await transaction
    .insertInto('linked_account')
    .values({
      app_id: appId,
      user_id: userId,
      type,
      key,
      data: JSON.stringify(data),
      credential: null,
      mac,
      first_verified_at: nowMs,
      latest_verified_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'type', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
