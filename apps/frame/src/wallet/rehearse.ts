import { rehearsalProofMessage, type WalletRoot, walletExport } from '@sallyport/contract'
import { combineSecret, wipe } from '@sallyport/crypto'
import { newDeviceKeys } from '../device/device-keys.js'
import { internalFailure } from '../frame-error.js'
import type { RecoveryFields, RecoveryMeans } from '../recovery/strategies.js'
import { confirmingPath, isConfirming } from './confirming.js'
import type { Caller, WalletContext } from './context.js'
import { openMeans } from './recover.js'
import { prepareReplacement, replaceRecoveryKey } from './replace-recovery-key.js'
import { proveRoot, withRoot } from './root.js'
import { fetchRecovery } from './sealed-shares.js'

/**
 * Restores a wallet from what the server, the vault and the user keep, as a device without storage would, and compares its
 * address. No device is added and nothing is stored here; the recovery key that was released is replaced, as after each recovery.
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
  const { webCrypto } = context
  const { appId, userId } = caller
  const walletId = root.wallet_id
  const path = confirmingPath(root)
  const keys = await newDeviceKeys(webCrypto.subtle)
  const material = await fetchRecovery(context, caller, { walletId, keys, means })
  const { otherShare, recoveryShare, recoveryKeyId, generationId } = material
  let entropy: Uint8Array | undefined
  try {
    const scope = { appId, userId, walletId, generationId }
    const { kind, bytes } = await combineSecret(otherShare, recoveryShare, scope)
    entropy = bytes
    const opening = { webCrypto, appId, userId, walletId, kind, entropy: bytes }
    const restored = await withRoot(opening, async (open) => {
      const { address: own } = await open.key(path)
      if (!isConfirming(root, own)) throw internalFailure()
      const text = rehearsalProofMessage({ appId, userId, walletId, recoveryKeyId })
      const proofs = await proveRoot(open, { path, text })
      const used = { means, scope, recoveryKeyId, recoveryShare, open, path }
      return { own, proofs, replacement: await prepareReplacement(context, used) }
    })
    // As after a recovery: one that fails leaves the shares as they were.
    await replaceRecoveryKey(context, caller, restored.replacement).catch(() => undefined)
    const body = { recovery_key_id: recoveryKeyId, ...restored.proofs }
    const params = { wallet_id: walletId }
    await context.call(walletExport.recordRehearsal, { params, body }, caller.accessToken)
    return restored.own
  } finally {
    wipe(otherShare, recoveryShare, entropy)
  }
}
