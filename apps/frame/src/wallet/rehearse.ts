import { rehearsalProofMessage, type WalletRoot, walletExport } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import type { RecoveryFields, RecoveryMeans } from '../recovery/strategies.js'
import type { Caller, WalletContext } from './context.js'
import { openMeans } from './recover.js'
import { replaceRecoveryKey } from './replace-recovery-key.js'
import { restoreRoot } from './restore-root.js'
import { proveRoot } from './root.js'

/**
 * Restores a wallet from what the server, the vault and the user keep, as a recovery on a device without storage does, device by
 * device, and compares its address. No device is added and nothing is stored here; the recovery key that was released is replaced, as after each recovery.
 * The server keeps the date, against a proof that the root was open.
 *
 * @param fields  The user's secret, where the wallet's recovery method takes one; a passkey is in `context`.
 * @returns The confirming address.
 * @throws FrameError `error` when the shares do not restore the wallet, and what `openMeans` throws; CallFailure.
 */
export async function rehearseRecovery(
  context: WalletContext,
  caller: Caller,
  { root, fields }: { root: WalletRoot; fields: RecoveryFields },
): Promise<string> {
  const means = await openMeans(context, caller, { root, fields })
  try {
    return await rehearseBy(context, caller, { root, means })
  } finally {
    wipe(means.secret)
  }
}

async function rehearseBy(
  context: WalletContext,
  caller: Caller,
  { root, means }: { root: WalletRoot; means: RecoveryMeans },
): Promise<string> {
  const { appId, userId } = caller
  const walletId = root.wallet_id
  const restored = await restoreRoot(context, caller, {
    root,
    means,
    // What this device itself keeps is not a part of the test.
    otherwise: async () => undefined,
    use: async ({ open, path, used, replace }) => {
      const { address } = await open.key(path)
      const { recoveryKeyId } = used
      const text = rehearsalProofMessage({ appId, userId, walletId, recoveryKeyId })
      const proofs = await proveRoot(open, { path, text })
      const replacement = await replace()
      return { address, body: { recovery_key_id: recoveryKeyId, ...proofs }, replacement }
    },
  })
  // As after a recovery: one that fails leaves the shares as they were.
  await replaceRecoveryKey(context, caller, restored.replacement).catch(() => undefined)
  const params = { wallet_id: walletId }
  const { body } = restored
  await context.call(walletExport.recordRehearsal, { params, body }, caller.accessToken)
  return restored.address
}
