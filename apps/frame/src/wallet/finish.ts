import { confirmMessage, embeddedWallet, type WalletRoot } from '@sallyport/contract'
import {
  combineSecret,
  createSealReceiver,
  type SealReceiver,
  toBase64url,
  type WalletSecret,
  wipe,
} from '@sallyport/crypto'
import { CallFailure } from '../api/call-route.js'
import { newDeviceKeys, openDeviceShare, signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError, internalFailure, notOnDevice } from '../frame-error.js'
import { automaticRecovery, type RecoveryMeans } from '../recovery/strategies.js'
import { fetchAuthShare } from './auth-share.js'
import { confirmingPath, isConfirming } from './confirming.js'
import type { Caller, WalletContext } from './context.js'
import type { NewRecoveryKey } from './new-recovery-key.js'
import { retire } from './retired-records.js'
import { requireSameAccounts, withRoot } from './root.js'
import { requireKnownRoot, requirePinnedRoot } from './root-check.js'
import {
  type AnsweredShare,
  fetchRecovery,
  type OpenedAnswer,
  openAnswered,
} from './sealed-shares.js'

/** How a stored generation ended: it is this device's, or another tab's root won and this one is retired. */
export type Finished =
  | { state: 'active'; root: WalletRoot; record: DeviceRecord }
  | { state: 'exists'; root: WalletRoot }

/** What the call that stored a generation answered of its recovery share. */
type StoredRecovery = Pick<NewRecoveryKey, 'recoveryKeyId' | 'receiver'> & {
  answer: AnsweredShare
  means: RecoveryMeans
}

/**
 * Phase two of creation and of recovery (security design §2.6, steps 3–5): the device share is written and read back, the
 * auth share is fetched, the recovery share is opened from what the server and the vault read back when they stored it,
 * each pair restores the root, and only then is the generation confirmed. Safe to run again on a `pending` record after any
 * interruption.
 *
 * @param stored  Absent after an interruption: the recovery share is then fetched as a new device would.
 */
export async function finishGeneration(
  context: WalletContext,
  caller: Caller,
  record: DeviceRecord,
  stored?: StoredRecovery,
): Promise<Finished> {
  const store = await context.openStore()
  const custodyAddress = await verifyPaths(context, caller, { record, stored })
  const receiver = await createSealReceiver(context.webCrypto)
  const answer = await confirm(context, caller, { record, receiver })
  if (answer.state === 'exists') {
    await retire(context, record)
    return answer
  }
  const { root } = answer
  const { walletId } = record
  if (root.wallet_id !== walletId || !isRootOf(root, record)) throw internalFailure()
  await requirePinnedRoot(context, caller, { answer, receiver, walletId, custodyAddress })
  const active: DeviceRecord = { ...record, state: 'active' }
  await store.put(active)
  await forgetOlder(context, active)
  return { state: 'active', root, record: active }
}

/** Restores the root by each pair of shares; gives its custody address. */
async function verifyPaths(
  context: WalletContext,
  caller: Caller,
  { record, stored }: { record: DeviceRecord; stored: StoredRecovery | undefined },
): Promise<string> {
  const { walletId } = record
  // All three must settle before anything is wiped: a share that arrives late would stay.
  const [device, auth, recovery] = await Promise.allSettled([
    readBackShare(context, record),
    fetchAuthShare(context, caller, { record }),
    stored
      ? openAnswered(context, { ...stored, scope: record })
      : fetchRecoveryShare(context, caller, record),
  ])
  const secrets: Uint8Array[] = []
  try {
    if (device.status === 'fulfilled') secrets.push(device.value)
    if (auth.status === 'fulfilled') secrets.push(auth.value)
    if (recovery.status === 'fulfilled') secrets.push(recovery.value.share)
    if (device.status === 'rejected') throw device.reason
    if (auth.status === 'rejected') throw auth.reason
    if (recovery.status === 'rejected') throw recovery.reason
    const { share, root: known } = recovery.value
    const pairs = [
      [device.value, auth.value],
      [auth.value, share],
      [device.value, share],
    ] as const
    const roots = await Promise.all(
      pairs.map(([left, right]) => combineSecret(left, right, record)),
    )
    secrets.push(...roots.map(({ bytes }) => bytes))
    const [first] = roots
    // The same entropy has the same addresses, so one derivation speaks for all three pairs.
    if (!first || !roots.every((root) => isSameSecret(root, first))) throw internalFailure()
    const { appId, userId } = record
    const { kind, bytes: entropy } = first
    const opening = { webCrypto: context.webCrypto, appId, userId, walletId, kind, entropy }
    const { derived, custodyAddress } = await withRoot(opening, async (root) => ({
      custodyAddress: await root.custodyAddress(),
      derived: await Promise.all(
        record.accounts.map(async ({ chainType, walletIndex }) => {
          const path = { chainType, walletIndex }
          return { ...path, address: (await root.key(path)).address }
        }),
      ),
    }))
    requireSameAccounts(derived, record.accounts)
    const imported = record.imported !== undefined
    const { method } = stored?.means ?? (await automaticRecovery.create())
    requireKnownRoot(known, { imported, method, custodyAddress })
    return custodyAddress
  } finally {
    wipe(...secrets)
  }
}

async function fetchRecoveryShare(
  context: WalletContext,
  caller: Caller,
  { walletId, generationId }: DeviceRecord,
): Promise<OpenedAnswer> {
  const keys = await newDeviceKeys(context.webCrypto.subtle)
  const means = await automaticRecovery.create()
  const which = { walletId, generationId, keys, means }
  const { otherShare, recoveryShare, root } = await fetchRecovery(context, caller, which).catch(
    (error: unknown) => {
      // The user's secret is gone with the page that asked for it: the wallet is restored as on another device.
      const isOwned = error instanceof FrameError && error.type === 'invalid_recovery_pin'
      throw isOwned ? notOnDevice() : error
    },
  )
  wipe(otherShare)
  return { share: recoveryShare, root }
}

function isSameSecret(a: WalletSecret, b: WalletSecret): boolean {
  const isSameLength = a.bytes.length === b.bytes.length
  return a.kind === b.kind && isSameLength && a.bytes.every((byte, i) => byte === b.bytes[i])
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

async function confirm(
  { call, webCrypto }: WalletContext,
  caller: Caller,
  { record, receiver }: { record: DeviceRecord; receiver: SealReceiver },
) {
  const { walletId, generationId, receipt, signingKey } = record
  const text = confirmMessage({ ...caller, walletId, generationId, receipt })
  const request = {
    params: { wallet_id: walletId, generation_id: generationId },
    body: {
      receipt,
      device_signature: await signAsDevice(webCrypto.subtle, { signingKey, text }),
      read_back_public_key: toBase64url(receiver.publicKey),
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
