import {
  automaticRecoveryMethod,
  type ErrorCode,
  embeddedWallet,
  generationProofMessage,
  type WalletRoot,
} from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { CallFailure } from '../api/call-route.js'
import { newDeviceKeys } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError, internalFailure, invalidArguments } from '../frame-error.js'
import type { RecoveryChoice } from '../recovery/requested-recovery.js'
import type { RecoveryFields, RecoveryMeans } from '../recovery/strategies.js'
import { cloudOf } from './cloud-of.js'
import { confirmingPath } from './confirming.js'
import type { Caller, WalletContext } from './context.js'
import { findRecord, type RootAddress, settleRecord } from './find-record.js'
import { finishGeneration } from './finish.js'
import { newGeneration } from './generation.js'
import { findRoot, openMeans, pinnedAccounts } from './recover.js'
import { proveRoot } from './root.js'
import { fetchRecovery } from './sealed-shares.js'
import { unlock } from './unlock.js'

interface SetRecovery {
  address: RootAddress
  /** The method that the page believes the wallet has; automatic when absent. */
  replaces: string | undefined
  recovery: RecoveryChoice
}

/**
 * Gives a wallet that is on this device another recovery method. It is split anew for this device: the new shares are stored, read
 * back, and each pair of them restores the wallet before the server switches. After an interruption the wallet has the method it had.
 *
 * @throws FrameError `wallet_not_on_device`, `not_supported` when the app does not offer the method or for a way back to automatic
 *   recovery where the app demands another, `invalid_recovery_pin` without the secret it replaces, or for a new secret under the name of the present one, `invalid_request_arguments` when the wallet has another method than `replaces`, or for a bad passcode.
 */
export async function setRecovery(
  context: WalletContext,
  caller: Caller,
  { address, replaces = automaticRecoveryMethod, recovery }: SetRecovery,
): Promise<void> {
  const { webCrypto } = context
  const found = await findRecord(context, caller, address)
  const record = await settleRecord(context, caller, found)
  const root = await findRoot(context, caller, address)
  const isAutomatic =
    (recovery.fields.recoveryMethod ?? automaticRecoveryMethod) === automaticRecoveryMethod
  if (isAutomatic && root.recovery_method === automaticRecoveryMethod) return
  if (root.recovery_method !== replaces) throw refusals.wallet_password_exists()
  const { strategy, fields } = recovery
  const means = isAutomatic
    ? await chooseAutomatic(context, caller, { root, fields })
    : await strategy.create({
        webCrypto,
        walletId: root.wallet_id,
        fields,
        cloud: cloudOf(context, caller),
      })
  try {
    // An earlier try has stored it, and its answer was lost. A new secret under the name of the present one is refused by the proof.
    if (means.method === root.recovery_method && means.locator === root.recovery_locator)
      return await proveSecret(context, caller, { root, fields })
    await storeUnder(context, caller, { root, record, means, replaces })
  } catch (error) {
    throw asRefusal(error)
  } finally {
    wipe(means.secret)
  }
}

/** Automatic recovery in place of the user's secret, which is proven to the vault first. */
async function chooseAutomatic(
  context: WalletContext,
  caller: Caller,
  input: { root: WalletRoot; fields: RecoveryFields },
): Promise<RecoveryMeans> {
  await proveSecret(context, caller, input)
  const locator = `chosen$${context.webCrypto.randomUUID()}`
  return { method: automaticRecoveryMethod, locator, secret: null }
}

/** Resolves once the vault has released its part of the recovery for the user's present secret. */
async function proveSecret(
  context: WalletContext,
  caller: Caller,
  { root, fields }: { root: WalletRoot; fields: RecoveryFields },
): Promise<void> {
  const present = await openMeans(context, caller, { root, fields })
  try {
    const keys = await newDeviceKeys(context.webCrypto.subtle)
    const walletId = root.wallet_id
    const released = await fetchRecovery(context, caller, { walletId, means: present, keys })
    wipe(released.otherShare, released.recoveryShare)
  } finally {
    wipe(present.secret)
  }
}

async function storeUnder(
  context: WalletContext,
  caller: Caller,
  input: { root: WalletRoot; record: DeviceRecord; means: RecoveryMeans; replaces: string },
): Promise<void> {
  const { root, means } = input
  const { body, record, recoveryKey } = await prepare(context, caller, input)
  const params = { wallet_id: root.wallet_id }
  const answer = await context.call(
    embeddedWallet.addGeneration,
    { params, body },
    caller.accessToken,
  )
  const { receipt } = answer
  const stored = { ...recoveryKey, answer, means }
  const finished = await finishGeneration(context, caller, { ...record, receipt }, stored)
  if (finished.state === 'exists') throw internalFailure()
  if (finished.root.recovery_locator !== means.locator) throw internalFailure()
}

async function prepare(
  context: WalletContext,
  caller: Caller,
  {
    root,
    record,
    means,
    replaces,
  }: { root: WalletRoot; record: DeviceRecord; means: RecoveryMeans; replaces: string },
) {
  const path = confirmingPath(root)
  const { appId, userId } = caller
  const walletId = root.wallet_id
  const keys = await newDeviceKeys(context.webCrypto.subtle)
  const opening = { caller, record, chainType: path.chainType }
  return unlock(context, opening, async (open) => {
    const { kind, bytes: entropy } = open.secret
    const { body, ...made } = await newGeneration(context, caller, {
      walletId,
      kind,
      entropy,
      imported: root.imported,
      means,
      replaces,
      custodyAddress: await open.custodyAddress(),
      keys,
      accounts: await pinnedAccounts(open, { root, wanted: undefined }),
      confirmingChain: path.chainType,
    })
    const text = generationProofMessage({
      appId,
      userId,
      walletId,
      generationId: body.generation_id,
      shareHashes: body.share_hashes,
      devicePublicKey: body.device_public_key,
      recovery: body.recovery,
    })
    return { ...made, body: { ...body, ...(await proveRoot(open, { path, text })) } }
  })
}

const refusals = {
  wallet_password_exists: () => invalidArguments('This wallet has another recovery method already'),
  cannot_set_password: () => new FrameError('not_supported', 'The app does not offer passcodes'),
  disallowed_recovery_method: () =>
    new FrameError('not_supported', 'This recovery method can’t be set for this wallet'),
} satisfies Partial<Record<ErrorCode, () => FrameError>>

function asRefusal(error: unknown): unknown {
  const code = error instanceof CallFailure ? error.code : null
  const known: Partial<Record<ErrorCode, () => FrameError>> = refusals
  return (code !== null && known[code]?.()) || error
}
