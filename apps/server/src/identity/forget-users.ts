import { userIdPrefix } from '@sallyport/contract'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import { listUsersToForget, noteForgottenUser } from '../db/delete-user.js'
import type { Deps } from '../deps.js'

/**
 * Has the vault and the signer delete the users whose hold is over, with their factors, the addresses that
 * the vault tells, and their consents (T-31). Until then a deletion can be undone. Safe to repeat after any interruption.
 *
 * @throws VaultUnavailable, VaultRefusal.
 */
export async function forgetDeletedUsers({
  db,
  vault,
  signer,
  clock,
  keyEncryption,
}: Pick<Deps, 'db' | 'vault' | 'signer' | 'clock' | 'keyEncryption'>): Promise<void> {
  for (const user of await listUsersToForget(db, clock.nowMs())) {
    const { appId, userId } = user
    const named = { appId, userId: userIdPrefix + userId }
    await vault.call('deleteUser', named)
    await signer?.call('deleteUser', named)
    const row = { app_id: appId, id: userId, mfa_methods: [], recovery_codes_at: null }
    const mac = rowMac(keyEncryption, authenticRows.userFactors, row)
    await noteForgottenUser(db, { ...user, mac })
  }
}
