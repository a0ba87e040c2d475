import { sql } from 'kysely'
import type { Db } from './connect.js'

/**
 * Retires an app, or restores it with `retiredAtMs` null. An app that is retired already keeps its time.
 *
 * @returns When it was retired (null: it is not); undefined when no app has this id.
 */
export async function setRetired(
  db: Db,
  { appId, retiredAtMs }: { appId: string; retiredAtMs: number | null },
): Promise<{ retiredAtMs: number | null } | undefined> {
  const { rows } = await sql<{ retired_at: number | null }>`
    update app set retired_at = case
      when ${retiredAtMs}::bigint is null then null else coalesce(retired_at, ${retiredAtMs}::bigint) end
    where id = ${appId} returning retired_at`.execute(db)
  return rows[0] && { retiredAtMs: rows[0].retired_at }
}

/** From the shares up to the app; each refers to a later one. */
const tablesOfApp = [
  'wallet_intent',
  'app_event',
  'webhook_endpoint',
  'wallet_transaction',
  'wallet_quorum',
  'server_wallet',
  'wallet_account',
  'share_generation',
  'wallet_root',
  'linked_account',
  'session',
  'user_account',
] as const

/**
 * Deletes an app that was retired before `beforeMs`, with its users and their shares. For the role that owns the
 * tables: the server's own role may not delete shares.
 *
 * @returns false when no app has this id.
 */
export async function deleteRetiredApp(
  db: Db,
  { appId, beforeMs }: { appId: string; beforeMs: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const app = await transaction
      .selectFrom('app')
      .select('id')
      .where('id', '=', appId)
      .where('retired_at', '<', beforeMs)
      .forUpdate()
      .executeTakeFirst()
    if (app === undefined) return false
    for (const table of tablesOfApp) {
      await transaction.deleteFrom(table).where('app_id', '=', appId).execute()
    }
    await transaction.deleteFrom('app').where('id', '=', appId).execute()
    return true
  })
}
