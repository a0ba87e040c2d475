import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import type { RecoveryDeps } from './recovery-deps.js'

/** How long the bytes of a deleted key stay: a deletion by mistake or malice can be put right by an operator. */
const heldMs = 30 * 86_400_000

/**
 * Deletes recovery keys of a root (T-31): they are released no more, their ids cannot be used again, and what was deleted
 * more than 30 days ago loses its bytes. The API decides what it does not need any more: it could refuse to pass
 * requests on anyway, so a user's token would protect nothing here, and a deleted user has none.
 */
export async function deleteRecoveryKeys(
  { appId, userId, walletId, keyIds }: VaultInput<'deleteRecoveryKeys'>,
  { db, clock }: Pick<RecoveryDeps, 'db' | 'clock'>,
): Promise<VaultOutput<'deleteRecoveryKeys'>> {
  const nowMs = clock.nowMs()
  if (keyIds.length > 0) {
    await db
      .updateTable('recovery_key')
      .set({ deleted_at_ms: String(nowMs) })
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('wallet_id', '=', walletId)
      .where('key_id', 'in', keyIds)
      .where('deleted_at_ms', 'is', null)
      .execute()
  }
  await db
    .updateTable('recovery_key')
    .set({ record: null })
    .where('deleted_at_ms', '<', String(nowMs - heldMs))
    .where('record', 'is not', null)
    .execute()
  return {}
}
