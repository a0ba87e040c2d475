import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'

/** How long the first release of a new key stays free of the app's limit: a frame reads back what it has stored. */
export const firstReleaseMs = 600_000
/** How long a wallet's counted release has one more for free: the read-back of the device that recovered it. */
export const repeatReleaseMs = 60_000

/** A root's recovery key. */
export interface ReleasedKey {
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

/** Gives a key whose release has just been counted its one free repeat. */
export async function grantRepeat(
  { appId, userId, walletId }: ReleasedKey,
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<void> {
  await sql`
    update recovery_key set free_release_until_ms = ${nowMs + repeatReleaseMs}
    where app_id = ${appId} and user_id = ${userId} and wallet_id = ${walletId}`.execute(db)
}
