import type { Db } from './connect.js'
import type { OwnerKey } from './wallet-roots.js'

/** Whether the user is a guest: an account without anything that proves who they are on another device. */
export async function isGuest(db: Db, { appId, userId }: OwnerKey): Promise<boolean> {
  const user = await db
    .selectFrom('user_account')
    .select('is_guest')
    .where('app_id', '=', appId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.is_guest ?? false
}
