import { markUnusedKeys, noteDeletedKeys } from '../../db/recovery-keys.js'
import type { RootKey } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { bindingOf } from './owner.js'

/**
 * Has the vault delete recovery keys that no share needs any more (T-31): replaced ones, and those of abandoned roots, of
 * devices revoked long ago and of deleted users. Safe to repeat after any interruption.
 *
 * @param only  A root; all when absent.
 * @throws VaultUnavailable, VaultRefusal.
 */
export async function deleteUnusedKeys(
  { db, vault, clock }: Pick<Deps, 'db' | 'vault' | 'clock'>,
  only?: RootKey,
): Promise<void> {
  const unused = await markUnusedKeys(db, { nowMs: clock.nowMs(), ...(only && { only }) })
  for (const keys of unused) {
    const { keyIds } = keys
    await vault.call('deleteRecoveryKeys', { ...bindingOf(keys, keys.walletId), keyIds })
    await noteDeletedKeys(db, keys)
  }
}
