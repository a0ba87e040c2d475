import type { Db } from './connect.js'

/** A stored account of a guest. */
interface StoredGuest {
  key: string
  userId: string
  data: object
  mac: Buffer | null
}

/** The account of a guest under `key`, else under one of the former keys. */
export async function findGuest(
  db: Db,
  { appId, key, former }: { appId: string; key: string; former: readonly string[] },
): Promise<StoredGuest | undefined> {
  const rows = await db
    .selectFrom('linked_account')
    .select(['key', 'user_id as userId', 'data', 'mac'])
    .where('app_id', '=', appId)
    .where('type', '=', 'guest')
    .where('key', 'in', [key, ...former])
    .execute()
  return rows.find((row) => row.key === key) ?? rows[0]
}

/** Gives a guest's account another key, unless another request has. */
export async function moveGuest(
  db: Db,
  { appId, from, to, mac }: { appId: string; from: string; to: string; mac: Buffer },
): Promise<void> {
  await db
    .updateTable('linked_account')
    .set({ key: to, mac })
    .where('app_id', '=', appId)
    .where('type', '=', 'guest')
    .where('key', '=', from)
    .execute()
}
