import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'

/** How long the first release of a new key does not count against the app's limit: a frame reads back what it stored. */
export const firstReleaseMs = 600_000

/** A root's recovery key. */
interface ReleasedKey {
  appId: string
  userId: string
  walletId: string
}

/**
 * Takes the free release of a key, if it has one now. One conditional statement: of any number of callers at once, one
 * gets it.
 */
export async function takeFreeRelease(
  { appId, userId, walletId }: ReleasedKey,
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_key set free_release_until_ms = 0
    where app_id = ${appId} and user_id = ${userId} and wallet_id = ${walletId}
      and free_release_until_ms > ${nowMs}
    returning wallet_id`.execute(db)
  return rows.length === 1
}
