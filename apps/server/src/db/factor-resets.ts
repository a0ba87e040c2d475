import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** A reset that runs. */
interface FactorReset extends UserKey {
  dueAtMs: number
}

/** Stores a reset; one that runs stays. */
export async function storeReset(
  db: Db,
  reset: FactorReset & { nowMs: number; cancelHash: Uint8Array },
): Promise<void> {
  const cancel_hash = Buffer.from(reset.cancelHash)
  await db
    .insertInto('factor_reset')
    .values({
      app_id: reset.appId,
      user_id: reset.userId,
      due_at: reset.dueAtMs,
      notified_at: reset.nowMs,
      cancel_hash,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id']).doUpdateSet({ cancel_hash, due_at: reset.dueAtMs }),
    )
    .execute()
}

/** When the reset of a user takes effect. */
export async function readReset(db: Db, { appId, userId }: UserKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('factor_reset')
    .select('due_at')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.due_at
}

/** The reset that the link of a notice cancels. */
export async function findResetByLink(
  db: Db,
  cancelHash: Uint8Array,
): Promise<FactorReset | undefined> {
  const row = await db
    .selectFrom('factor_reset')
    .select(['app_id', 'user_id', 'due_at'])
    .where('cancel_hash', '=', Buffer.from(cancelHash))
    .executeTakeFirst()
  return row && { appId: row.app_id, userId: row.user_id, dueAtMs: row.due_at }
}

/** Deletes a reset; of any number of calls at once one gets `true`. */
export async function dropReset(db: Db, { appId, userId }: UserKey): Promise<boolean> {
  const row = await db
    .deleteFrom('factor_reset')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Resets whose time has come. */
export async function listDueResets(db: Db, nowMs: number): Promise<FactorReset[]> {
  const rows = await db
    .selectFrom('factor_reset')
    .select(['app_id', 'user_id', 'due_at'])
    .where('due_at', '<=', nowMs)
    .limit(100)
    .execute()
  return rows.map(({ app_id, user_id, due_at }) => ({
    appId: app_id,
    userId: user_id,
    dueAtMs: due_at,
  }))
}

/** Takes the resets whose users were last told before `beforeMs`: each is taken by one process. */
export async function takeResetsToAnnounce(
  db: Db,
  { nowMs, beforeMs }: { nowMs: number; beforeMs: number },
): Promise<FactorReset[]> {
  const rows = await db
    .updateTable('factor_reset')
    .set({ notified_at: nowMs })
    .where('notified_at', '<=', beforeMs)
    .where('due_at', '>', nowMs)
    .returning(['app_id', 'user_id', 'due_at'])
    .execute()
  return rows.map(({ app_id, user_id, due_at }) => ({
    appId: app_id,
    userId: user_id,
    dueAtMs: due_at,
  }))
}
