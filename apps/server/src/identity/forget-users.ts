import { userIdPrefix } from '@sallyport/contract'
import { factorsMac } from '../authority/factor-macs.js'
import { listUsersToForget, noteForgottenUser } from '../db/delete-user.js'
import type { Deps } from '../deps.js'

/**
 * Has the vault delete the users whose hold is over, with their factors and the addresses it tells (T-31). Until then a deletion
 * can be undone. Safe to repeat after any interruption.
 *
 * @throws VaultUnavailable, VaultRefusal.
 */
export async function forgetDeletedUsers({
  db,
  vault,
  clock,
  keyEncryption,
}: Pick<Deps, 'db' | 'vault' | 'clock' | 'keyEncryption'>): Promise<void> {
  for (const user of await listUsersToForget(db, clock.nowMs())) {
    const { appId, userId } = user
    await vault.call('deleteUser', { appId, userId: userIdPrefix + userId })
    const mac = factorsMac(keyEncryption, { ...user, methods: [] })
    await noteForgottenUser(db, { ...user, mac })
  }
}
