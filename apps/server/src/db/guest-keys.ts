import type { Db } from './connect.js'

/** Which of the keys that a guest's account may have is that of a stored account. */
export async function findGuestKey(
  db: Db,
  { appId, keys }: { appId: string; keys: readonly string[] },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('linked_account')
    .select('key')
    .where('app_id', '=', appId)
    .where('type', '=', 'guest')
    .where('key', 'in', keys)
    .executeTakeFirst()
  return row?.key
}
