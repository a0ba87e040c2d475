import { confirmMessage, embeddedWallet, type WalletRoot } from '@sallyport/contract'
import { combineShares, wipe } from '@sallyport/crypto'
import { CallFailure } from '../api/call-route.js'
import { openDeviceShare, signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import { confirmingPath, isConfirming } from './confirming.js'
import type { Caller, WalletContext } from './context.js'
import { requireSameAccounts, withRoot } from './root.js'
import { fetchAuthShare, fetchRecovery } from './sealed-shares.js'

/** How a stored generation ended: it is this device's, or another tab's root won and this one is forgotten. */
export type Finished =
  | { state: 'active'; root: WalletRoot; record: DeviceRecord }
  | { state: 'exists'; root: WalletRoot }

/**
 * Phase two of creation and of recovery (security design §2.6, steps 3–5): the device share is written and read back,
 * both shares of the server are fetched as a new device would, each pair restores the root, and only then is the
 * generation confirmed. Safe to run again on a `pending` record after any interruption.
 */
export async function finishGeneration(
  context: WalletContext,
  caller: Caller,
  record: DeviceRecord,
): Promise<Finished> {
  const store = await context.openStore()
  await verifyPaths(context, caller, record)
  const answer = await confirm(context, caller, record)
  if (answer.state === 'exists') {
    await store.remove(record.generationId)
    return answer
  }
  const { root } = answer
  if (root.wallet_id !== record.walletId || !isRootOf(root, record)) throw internalFailure()
  const active: DeviceRecord = { ...record, state: 'active' }
  await store.put(active)
  await forgetOlder(context, active)
  return { state: 'active', root, record: active }
}

async function verifyPaths(
  context: WalletContext,
  caller: Caller,
  record: DeviceRecord,
): Promise<void> {
  const { walletId, generationId } = record
  // All three must settle before anything is wiped: a share that arrives late would stay.
  const [device, auth, recovery] = await Promise.allSettled([
    readBackShare(context, record),
    fetchAuthShare(context, caller, { record }),
    fetchRecovery(context, caller, { walletId, generationId }),
  ])
  const secrets: Uint8Array[] = []
  try {
    if (device.status === 'fulfilled') secrets.push(device.value)
    if (auth.status === 'fulfilled') secrets.push(auth.value)
    if (recovery.status === 'fulfilled') {
      const { authShare, recoveryShare, recoveryKey } = recovery.value
      secrets.push(authShare, recoveryShare, recoveryKey)
    }
    if (device.status === 'rejected') throw device.reason
    if (auth.status === 'rejected') throw auth.reason
    if (recovery.status === 'rejected') throw recovery.reason
    const { authShare, recoveryShare } = recovery.value
    const pairs = [
      [device.value, auth.value],
      [authShare, recoveryShare],
      [device.value, recoveryShare],
    ] as const
    const roots = await Promise.all(
      pairs.map(([left, right]) => combineShares(left, right, record)),
    )
    secrets.push(...roots)
    const [first] = roots
    // The same entropy has the same addresses, so one derivation speaks for all three pairs.
    if (!first || !roots.every((root) => isSameBytes(root, first))) throw internalFailure()
    const { appId, userId } = record
    const opening = { webCrypto: context.webCrypto, appId, userId, walletId, entropy: first }
    const derived = await withRoot(opening, (root) =>
      Promise.all(
        record.accounts.map(async ({ chainType, walletIndex }) => {
          const path = { chainType, walletIndex }
          return { ...path, address: (await root.key(path)).address }
        }),
      ),
    )
    requireSameAccounts(derived, record.accounts)
  } finally {
    wipe(...secrets)
  }
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

async function readBackShare(
  { openStore, webCrypto }: WalletContext,
  record: DeviceRecord,
): Promise<Uint8Array> {
  const store = await openStore()
  await store.put(record)
  const stored = await store.readBack(record.generationId)
  if (!stored) throw internalFailure()
  return openDeviceShare(webCrypto.subtle, stored)
}

async function confirm({ call, webCrypto }: WalletContext, caller: Caller, record: DeviceRecord) {
  const { walletId, generationId, receipt, signingKey } = record
  const text = confirmMessage({ ...caller, walletId, generationId, receipt })
  const request = {
    params: { wallet_id: walletId, generation_id: generationId },
    body: {
      receipt,
      device_signature: await signAsDevice(webCrypto.subtle, { signingKey, text }),
    },
  }
  try {
    return await call(embeddedWallet.confirm, request, caller.accessToken)
  } catch (error) {
    // The answer was lost, not refused: confirming again changes nothing (it is idempotent).
    if (!(error instanceof CallFailure) || error.code !== null) throw error
    return call(embeddedWallet.confirm, request, caller.accessToken)
  }
}

/** A device uses its newest generation of a root; the ones before are of no more use to it. */
async function forgetOlder({ openStore }: WalletContext, active: DeviceRecord): Promise<void> {
  const store = await openStore()
  for (const record of await store.list(active)) {
    const isOlder =
      record.walletId === active.walletId && record.generationId !== active.generationId
    if (isOlder) await store.remove(record.generationId)
  }
}

/** Whether the server speaks of the root this device has derived: its confirming address is the pinned one. */
function isRootOf(root: WalletRoot, { accounts }: DeviceRecord): boolean {
  const path = confirmingPath(root)
  const pinned = accounts.find(
    ({ chainType, walletIndex }) =>
      chainType === path.chainType && walletIndex === path.walletIndex,
  )
  return pinned !== undefined && isConfirming(root, pinned.address)
}
