import type { WalletRoot } from '@sallyport/contract'
import { combineSecret, type ShareScope, wipe } from '@sallyport/crypto'
import { isServerShareLost, isShareLost } from '../api/as-frame-error.js'
import { type DeviceKeys, newDeviceKeys } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import type { RecoveryMeans } from '../recovery/strategies.js'
import { confirmingPath, isConfirming } from './confirming.js'
import type { Caller, WalletContext } from './context.js'
import { prepareReplacement, type Replacement } from './replace-recovery-key.js'
import { type AccountPath, type OpenRoot, withRoot } from './root.js'
import { requireKnownRoot } from './root-check.js'
import { fetchRecovery, NotRestored } from './sealed-shares.js'

/** A root that was restored and gave its confirming address; open until `use` returns. */
export interface OpenedRoot {
  open: OpenRoot
  /** Of the confirming address. */
  path: AccountPath
  /** The device keys that have signed the request. */
  keys: DeviceKeys
  kind: Awaited<ReturnType<typeof combineSecret>>['kind']
  entropy: Uint8Array
  /** The generation whose shares restored it. */
  used: { scope: ShareScope; recoveryKeyId: string }
  /** Makes a new recovery key for that generation, ready to be sent (`prepareReplacement`). */
  replace: () => Promise<Replacement>
}

interface Restoring<T> {
  root: WalletRoot
  means: RecoveryMeans
  use: (opened: OpenedRoot) => Promise<T>
}

/** Devices' shares that are tried: the second are those the root was made with, which restored it once. */
const maxTries = 3

/**
 * Restores a root from the shares of one device after another, as the server and the vault give them.
 *
 * @param restoring.otherwise  What else may restore it once those do not.
 * @throws FrameError `error` when nothing restores it, and what the server refuses with.
 */
export async function restoreRoot<T>(
  context: WalletContext,
  caller: Caller,
  restoring: Restoring<T> & { otherwise: () => Promise<T | undefined> },
): Promise<T> {
  const excluding: string[] = []
  while (excluding.length < maxTries) {
    try {
      return await restoreFrom(context, caller, { ...restoring, excluding })
    } catch (error) {
      if (error instanceof NotRestored) excluding.push(error.generationId)
      else if (!isShareLost(error) && !isServerShareLost(error)) throw error
      else {
        const restored = await restoring.otherwise()
        if (restored) return restored
        // There are no more to try: the wallet exists all the same, and the first answer was the fault.
        throw excluding.length > 0 || isServerShareLost(error) ? internalFailure() : error
      }
    }
  }
  const restored = await restoring.otherwise()
  if (!restored) throw internalFailure()
  return restored
}

/**
 * Restores a root from the shares of one device.
 *
 * @param restoring.held  A record of this device, whose own share takes the place of the server's.
 * @param restoring.excluding  Devices whose shares were fetched before and did not restore it.
 * @throws NotRestored when the shares do not restore it; CallFailure.
 */
export async function restoreFrom<T>(
  context: WalletContext,
  caller: Caller,
  {
    root,
    means,
    use,
    held,
    excluding = [],
  }: Restoring<T> & { held?: DeviceRecord; excluding?: readonly string[] },
): Promise<T> {
  const { appId, userId } = caller
  const walletId = root.wallet_id
  const path = confirmingPath(root)
  const { webCrypto } = context
  const keys = await newDeviceKeys(webCrypto.subtle)
  const asked = { walletId, keys, means, held, excluding }
  const material = await fetchRecovery(context, caller, asked)
  const { otherShare, recoveryShare, recoveryKeyId, generationId } = material
  let entropy: Uint8Array | undefined
  try {
    const scope = { appId, userId, walletId, generationId }
    const { kind, bytes: restored } = await combineSecret(otherShare, recoveryShare, scope).catch(
      (cause: unknown) => {
        throw new NotRestored(generationId, cause)
      },
    )
    entropy = restored
    const opening = { webCrypto, appId, userId, walletId, kind, entropy: restored }
    return await withRoot(opening, async (open) => {
      const { address } = await open.key(path)
      if (!isConfirming(root, address)) throw new NotRestored(generationId, undefined)
      const { imported } = root
      const custodyAddress = await open.custodyAddress()
      requireKnownRoot(material.root, { imported, method: means.method, custodyAddress })
      const used = { scope, recoveryKeyId }
      const replace = () =>
        prepareReplacement(context, { ...used, recoveryShare, means, open, path, imported })
      return use({ open, path, keys, kind, entropy: restored, used, replace })
    })
  } finally {
    wipe(otherShare, recoveryShare, entropy)
  }
}
