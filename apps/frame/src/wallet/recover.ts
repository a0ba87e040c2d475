import {
  embeddedWallet,
  generationProofMessage,
  isEmbeddedChain,
  isSameAddressOn,
  type WalletRoot,
} from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { isServerShareLost, isShareLost } from '../api/as-frame-error.js'
import type { DeviceRecord, PinnedAccount } from '../device/device-record.js'
import { FrameError, internalFailure, notOnDevice } from '../frame-error.js'
import { requireSecretsOf } from '../recovery/requested-recovery.js'
import { findStrategy, type RecoveryFields, type RecoveryMeans } from '../recovery/strategies.js'
import { foreignAddress } from './accounts.js'
import { cloudOf } from './cloud-of.js'
import type { Caller, WalletContext } from './context.js'
import { type RootAddress, usableRecords } from './find-record.js'
import { finishGeneration } from './finish.js'
import { newGeneration } from './generation.js'
import { replaceRecoveryKey } from './replace-recovery-key.js'
import { type OpenedRoot, restoreFrom, restoreRoot } from './restore-root.js'
import { reinstate, retiredRecords } from './retired-records.js'
import { type AccountPath, type OpenRoot, proveRoot, requireChain } from './root.js'
import { NotRestored } from './sealed-shares.js'
import { unlock } from './unlock.js'

/**
 * Brings the caller's root that has `address` onto this device, as a generation of its own. What other devices, and
 * this one, hold is left alone until the new generation is confirmed.
 *
 * @throws FrameError `wallet_not_on_device` when the caller has no such root.
 */
export async function recover(
  context: WalletContext,
  caller: Caller,
  { address, fields }: { address: RootAddress; fields: RecoveryFields },
): Promise<DeviceRecord> {
  const root = await findRoot(context, caller, address)
  const reinstated = await reinstateRecord(context, caller, { root, wanted: address })
  return reinstated ?? recoverRoot(context, caller, { root, wanted: address, fields })
}

/** This device's record of `root`, if the server called it void before and gives its share now. */
async function reinstateRecord(
  context: WalletContext,
  caller: Caller,
  { root, wanted }: { root: WalletRoot; wanted: RootAddress },
): Promise<DeviceRecord | undefined> {
  const retired = (await retiredRecords(context, caller)).find(
    ({ walletId, state, accounts }) =>
      walletId === root.wallet_id &&
      state === 'active' &&
      accounts.some((account) => hasAddress(account, wanted)),
  )
  if (!retired) return undefined
  const { confirmingChain: chainType } = retired
  try {
    await unlock(context, { caller, record: retired, chainType }, async () => undefined)
  } catch {
    // The recovery that follows reports what is wrong.
    return undefined
  }
  return reinstate(context, retired)
}

/** The caller's root on the server that has `address`. @throws FrameError `wallet_not_on_device`. */
export async function findRoot(
  { call }: WalletContext,
  caller: Caller,
  wanted: RootAddress,
): Promise<WalletRoot> {
  const { roots } = await call(embeddedWallet.list, {}, caller.accessToken)
  const root = roots.find(({ accounts }) =>
    accounts.some((account) =>
      hasAddress({ chainType: account.chain_type, address: account.address }, wanted),
    ),
  )
  if (!root) throw notOnDevice()
  return root
}

/**
 * Brings `root` onto this device. Its confirming address must be the one the shares restore; of the other addresses the
 * server lists, those that are not the root's are ignored.
 *
 * @param wanted  An address the root must have.
 */
export async function recoverRoot(
  context: WalletContext,
  caller: Caller,
  { root, wanted, fields }: { root: WalletRoot; wanted?: RootAddress; fields: RecoveryFields },
): Promise<DeviceRecord> {
  const means = await openMeans(context, caller, { root, fields })
  try {
    return await recoverBy(context, caller, { root, wanted, means })
  } finally {
    wipe(means.secret)
  }
}

/** What the recovery key of `root` is made with. The caller wipes its secret. @throws FrameError for a secret of another method. */
export async function openMeans(
  context: WalletContext,
  caller: Caller,
  { root, fields }: { root: WalletRoot; fields: RecoveryFields },
): Promise<RecoveryMeans> {
  const strategy = findStrategy(root.recovery_method) ?? context.passkey
  if (!strategy) {
    throw new FrameError('error', 'This wallet has a recovery method the frame does not support')
  }
  requireSecretsOf(strategy, fields)
  const { webCrypto } = context
  const { wallet_id: walletId, recovery_locator: locator } = root
  return strategy.open({
    webCrypto,
    walletId,
    locator,
    fields,
    cloud: cloudOf(context, caller),
  })
}

async function recoverBy(
  context: WalletContext,
  caller: Caller,
  restoring: Restoring,
): Promise<DeviceRecord> {
  const { means } = restoring
  const walletId = restoring.root.wallet_id
  const { call } = context
  const restored = await restore(context, caller, restoring)
  const { body, record, recoveryKey, replacement } = restored
  const answer = await call(
    embeddedWallet.addGeneration,
    { params: { wallet_id: walletId }, body },
    caller.accessToken,
  )
  const { receipt } = answer
  const finished = await finishGeneration(
    context,
    caller,
    { ...record, receipt },
    { ...recoveryKey, answer, means },
  )
  if (finished.state === 'exists') throw internalFailure()
  // The wallet is on this device. A replacement that fails leaves the other device's shares as they were.
  await replaceRecoveryKey(context, caller, replacement).catch(() => undefined)
  return finished.record
}

interface Restoring {
  root: WalletRoot
  wanted: RootAddress | undefined
  means: RecoveryMeans
}

async function restore(context: WalletContext, caller: Caller, restoring: Restoring) {
  return restoreRoot(context, caller, {
    ...restoring,
    otherwise: () => restoreFromDevice(context, caller, restoring),
    use: (opened) => prepareGeneration(context, caller, { ...restoring, opened }),
  })
}

/** Restores the root from this device's own share and the recovery share, where it has one that serves (T-12). */
async function restoreFromDevice(context: WalletContext, caller: Caller, restoring: Restoring) {
  const records = [
    ...(await usableRecords(context, caller)),
    ...(await retiredRecords(context, caller)),
  ].filter(({ walletId }) => walletId === restoring.root.wallet_id)
  for (const held of records) {
    try {
      return await restoreFrom(context, caller, {
        ...restoring,
        held,
        use: (opened) => prepareGeneration(context, caller, { ...restoring, opened }),
      })
    } catch (error) {
      const isOfNoUse = isShareLost(error) || isServerShareLost(error)
      if (!isOfNoUse && !(error instanceof NotRestored)) throw error
    }
  }
  return undefined
}

/** A generation of this device, and a new recovery key for the one that the root was restored from, ready to be sent. */
async function prepareGeneration(
  context: WalletContext,
  caller: Caller,
  { root, wanted, means, opened }: Restoring & { opened: OpenedRoot },
) {
  const { open, path, keys, kind, entropy, used } = opened
  const accounts = await pinnedAccounts(open, { root, wanted })
  const { body, ...made } = await newGeneration(context, caller, {
    walletId: root.wallet_id,
    kind,
    entropy,
    imported: root.imported,
    means,
    custodyAddress: await open.custodyAddress(),
    keys,
    accounts,
    confirmingChain: path.chainType,
  })
  const text = generationProofMessage({
    ...used.scope,
    generationId: body.generation_id,
    shareHashes: body.share_hashes,
    devicePublicKey: body.device_public_key,
    recovery: body.recovery,
  })
  const replacement = await opened.replace()
  const proofs = await proveRoot(open, { path, text })
  return { ...made, body: { ...body, ...proofs }, replacement }
}

/** The first address of each chain the server lists, and the wanted one, all derived here. */
export async function pinnedAccounts(
  open: OpenRoot,
  { root, wanted }: { root: WalletRoot; wanted: RootAddress | undefined },
): Promise<PinnedAccount[]> {
  const accounts = await Promise.all(firstPathsOf(root).map(open.pin))
  if (!wanted || accounts.some((account) => hasAddress(account, wanted))) return accounts
  const listed = root.accounts.find(({ chain_type: chainType, address }) =>
    hasAddress({ chainType, address }, wanted),
  )
  if (!listed) throw notOnDevice()
  const path = { chainType: requireChain(listed.chain_type), walletIndex: listed.wallet_index }
  const account = await open.pin(path)
  if (!hasAddress(account, wanted)) {
    throw foreignAddress()
  }
  return [...accounts, account]
}

/** Where the first addresses the server lists are derived, the confirming one first. */
function firstPathsOf(root: WalletRoot): AccountPath[] {
  return root.accounts.flatMap(({ chain_type: chainType, wallet_index: walletIndex }) =>
    isEmbeddedChain(chainType) && walletIndex === 0 ? [{ chainType, walletIndex }] : [],
  )
}

function hasAddress(account: RootAddress, wanted: RootAddress): boolean {
  const { chainType, address } = account
  return chainType === wanted.chainType && isSameAddressOn(chainType, address, wanted.address)
}
