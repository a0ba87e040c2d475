import {
  automaticRecoveryMethod,
  custodyKeyMessage,
  type EmbeddedChain,
  embeddedWallet,
  type WalletRoot,
} from '@sallyport/contract'
import { newEntropy, type SecretKind, wipe } from '@sallyport/crypto'
import { isShareLost } from '../api/as-frame-error.js'
import { CallFailure } from '../api/call-route.js'
import { newDeviceKeys } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure, notOnDevice } from '../frame-error.js'
import { hasSecret, type RecoveryChoice } from '../recovery/requested-recovery.js'
import type { RecoveryMeans } from '../recovery/strategies.js'
import { listedAddress, requireOwnAddress } from './accounts.js'
import { addAccount } from './add-account.js'
import { cloudOf } from './cloud-of.js'
import type { Caller, WalletContext } from './context.js'
import { type RootAddress, usableRecords } from './find-record.js'
import { type Finished, finishGeneration } from './finish.js'
import { newGeneration } from './generation.js'
import { retire, retiredRecords } from './retired-records.js'
import { proveAccount, withRoot } from './root.js'

/** The wallet to create: its chain, and an address of the root to derive it from if the user has one. */
export interface CreateInput {
  chainType: EmbeddedChain
  existing: RootAddress | undefined
  /** Of a new root; an existing one has its own. */
  recovery: RecoveryChoice
}

/**
 * The user's first address of `chainType`, made if there is none. A user has one root per app: what exists, here or on
 * the server, is used and never replaced.
 *
 * @throws FrameError `wallet_not_on_device` when `existing` names a root the user does not have, `error` when the server
 *   lists an address for it that is not of this root.
 */
export async function createWallet(
  context: WalletContext,
  caller: Caller,
  { chainType, existing, recovery }: CreateInput,
): Promise<string> {
  const path = { chainType, walletIndex: 0 }
  const { root, record } =
    (await localRoot(context, caller)) ??
    (existing
      ? await recoverExisting(context, caller, { existing, recovery })
      : await createRoot(context, caller, { chainType, recovery }))
  const listed = listedAddress(root, path)
  return listed === undefined
    ? addAccount(context, { caller, record, path })
    : requireOwnAddress(context, { caller, record, path, listed })
}

type NewRoot = Omit<CreateInput, 'existing'>

/** A root of the caller, and this device's record of it. */
interface LocalRoot {
  root: WalletRoot
  record: DeviceRecord
}

/** The root this device already holds and the server still lists; records of any other are settled or retired. */
async function localRoot(context: WalletContext, caller: Caller): Promise<LocalRoot | undefined> {
  const records = (await usableRecords(context, caller)).filter(({ imported }) => !imported)
  const active = records.find(({ state }) => state === 'active')
  if (active) {
    const { roots } = await context.call(embeddedWallet.list, {}, caller.accessToken)
    const root = roots.find(({ wallet_id }) => wallet_id === active.walletId)
    // The server lost or hides a root this device holds: creating a second one would hide that.
    if (!root) throw internalFailure()
    return { root, record: active }
  }
  for (const record of records) {
    const finished = await resume(context, caller, record)
    if (finished?.state === 'active') return finished
  }
  await requireListed(context, caller)
  return undefined
}

/**
 * Stops where the server does not list a root that this device once used: a second one would hide that it is lost.
 *
 * @throws FrameError `error`.
 */
async function requireListed(context: WalletContext, caller: Caller): Promise<void> {
  const used = (await retiredRecords(context, caller)).filter(
    ({ state, imported }) => state === 'active' && !imported,
  )
  if (used.length === 0) return
  const { roots } = await context.call(embeddedWallet.list, {}, caller.accessToken)
  const isListed = ({ walletId }: DeviceRecord) =>
    roots.some(({ wallet_id }) => wallet_id === walletId)
  if (!used.every(isListed)) throw internalFailure()
}

/** Ends what an interruption left half done; `undefined` when that cannot be done. */
async function resume(
  context: WalletContext,
  caller: Caller,
  record: DeviceRecord,
): Promise<Finished | undefined> {
  try {
    return await finishGeneration(context, caller, record)
  } catch (error) {
    if (error instanceof CallFailure && !isShareLost(error)) throw error
    // The server says it is void, or it does not restore its root: the server then knows what there is instead.
    if (isShareLost(error)) await retire(context, record)
    return undefined
  }
}

async function recoverExisting(
  context: WalletContext,
  caller: Caller,
  { existing, recovery }: { existing: RootAddress; recovery: RecoveryChoice },
): Promise<LocalRoot> {
  const { findRoot } = await import('./recover.js')
  const root = await findRoot(context, caller, existing)
  return recoverLocally(context, caller, { root, recovery })
}

async function recoverLocally(
  context: WalletContext,
  caller: Caller,
  { root, recovery: { fields } }: { root: WalletRoot; recovery: RecoveryChoice },
): Promise<LocalRoot> {
  // The page asks the user for the secret, and then for a recovery.
  const isOwned = root.recovery_method !== automaticRecoveryMethod
  if (isOwned && !hasSecret(fields) && !context.passkey) throw notOnDevice()
  const { recoverRoot } = await import('./recover.js')
  return { root, record: await recoverRoot(context, caller, { root, fields }) }
}

/** A new root of the caller, confirmed; the one the server already has, if it has one. Three round trips. */
async function createRoot(
  context: WalletContext,
  caller: Caller,
  input: NewRoot,
): Promise<LocalRoot> {
  const entropy = newEntropy(context.webCrypto)
  try {
    return await storeRoot(context, caller, { ...input, kind: 'hd-root', entropy, imported: false })
  } finally {
    wipe(entropy)
  }
}

/** A secret to keep as a root of the caller. */
type RootToStore = NewRoot & { kind: SecretKind; entropy: Uint8Array; imported: boolean }

/** Stores a secret as a root and confirms it; gives the one the server already has, if it has one. The caller wipes it. */
export async function storeRoot(
  context: WalletContext,
  caller: Caller,
  input: RootToStore,
): Promise<LocalRoot> {
  const { recovery } = input
  const walletId = context.webCrypto.randomUUID()
  const { webCrypto, call } = context
  const means = await recovery.strategy.create({
    webCrypto,
    walletId,
    fields: recovery.fields,
    cloud: cloudOf(context, caller),
  })
  try {
    const made = await prepareRoot(context, caller, { ...input, walletId, means })
    const { body, record, recoveryKey } = made
    const stored = await call(embeddedWallet.create, { body }, caller.accessToken)
    if (stored.state === 'exists') {
      return await recoverLocally(context, caller, { root: stored.root, recovery })
    }
    const { receipt } = stored
    const finished = await finishGeneration(
      context,
      caller,
      { ...record, receipt },
      { ...recoveryKey, answer: stored, means },
    )
    if (finished.state === 'active') return finished
    return await recoverLocally(context, caller, { root: finished.root, recovery })
  } finally {
    wipe(means.secret)
  }
}

/** Phase one: derives the root's first address on `chainType`, and splits it. */
async function prepareRoot(
  context: WalletContext,
  caller: Caller,
  input: RootToStore & { walletId: string; means: RecoveryMeans },
) {
  const { chainType, kind, entropy, imported, walletId, means } = input
  const { webCrypto } = context
  const { appId, userId } = caller
  const opening = { webCrypto, appId, userId, walletId, kind, entropy }
  const path = { chainType, walletIndex: 0 }
  const { pinned, proven, custody } = await withRoot(opening, async (root) => ({
    pinned: await root.pin(path),
    custody: await root.custody(custodyKeyMessage({ appId, userId, walletId })),
    proven: await proveAccount(root, { appId, userId, walletId, path }),
  }))
  const { body, ...made } = await newGeneration(context, caller, {
    walletId,
    kind,
    entropy,
    imported,
    means,
    custodyAddress: custody.address,
    keys: await newDeviceKeys(webCrypto.subtle),
    accounts: [pinned],
    confirmingChain: chainType,
  })
  const marked = imported ? { imported } : {}
  return {
    ...made,
    body: { wallet_id: walletId, ...body, ...marked, accounts: [proven], custody },
  }
}
