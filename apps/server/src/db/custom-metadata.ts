import type { Db } from './connect.js'

/** Replaces the custom metadata of a user; false when there is no such user. */
export async function writeCustomMetadata(
  db: Db,
  change: { appId: string; userId: string; metadata: Record<string, string | number | boolean> },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_account')
    .set({ custom_metadata: JSON.stringify(change.metadata) })
    .where('app_id', '=', change.appId)
    .where('id', '=', change.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
