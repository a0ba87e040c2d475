import {
  ApiError,
  automaticRecoveryMethod,
  type embeddedWallet,
  type RouteResponse,
  type Sealed,
} from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import type { App } from '../../apps/app.js'
import { raiseAlarm } from '../../audit/raise-alarm.js'
import { isGuest } from '../../db/account-kind.js'
import { noteRecoveryUsed, type RecoveryMethodRow } from '../../db/recovery-methods.js'
import { findRecoverable } from '../../db/share-generations.js'
import type { RootRecord } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import type { Spender } from '../../http/budgets.js'
import { reconcileFactors } from '../../identity/reconcile-factors.js'
import { requireSettledLogin } from '../../identity/settled-login.js'
import { fromVaultError, VaultRefusal } from '../../ports/vault.js'
import type { SessionCheck } from '../../session/check.js'
import type { DeviceRecord } from '../../session/device.js'
import { spend } from './limits.js'
import { bindingOf, type Owner } from './owner.js'
import { readOwnRoot } from './read-rows.js'
import { recordRecovery } from './record-recovery.js'
import { isSameRecovery, recoveryOf } from './recovery-method.js'
import { authShareSender, releaseAuthShare } from './share-record.js'
import { toWireRoot } from './to-wire.js'

/** A frame without a device share, or one that reads back what it has just stored. */
interface RecoverRequest {
  owner: Owner
  sessionId: string
  app: App
  session: Pick<SessionCheck, 'requireRecentLogin' | 'facts'>
  device: DeviceRecord
  /** Whose budget pays for it. */
  spender: Spender
  accessToken: string
  /** The vault releases nothing without it for a user who has a second factor. */
  mfaToken: string | undefined
  walletId: string
  generationId: string | undefined
  /** Generations that were answered before and did not restore the root. */
  excluding: readonly string[]
  /** The frame has the device share of `generationId`, and wants the recovery share only. */
  hasDeviceShare: boolean
  /** Base64url, raw 65-byte point. */
  ephemeralPublicKey: string
  /** Base64url, SPKI of the device that recovers. */
  devicePublicKey: string
  /** Base64url, over `recoverMessage`: the vault checks it. */
  deviceSignature: string
  /** For the vault, which releases a key whose recovery the user owns to nothing else. */
  sealedRecoveryProof: Sealed | undefined
}

/**
 * Both shares kept by the server and the vault's recovery key, each sealed to the request's key. A
 * device that was interrupted before it confirmed its generation reads it back so: that counts against the user's hour, not
 * the recoveries of the day. The vault counts both.
 *
 * A device whose share of the server is lost says that it has its own share: it gets the recovery share alone, also when
 * the device was revoked, for that is no more than a recovery gives (T-12).
 *
 * A device that recovers needs a login that was made just now (P2), by an account that was not added just now (P8); reading back
 * needs neither.
 *
 * @throws ApiError `login_too_old`, `older_login_required`, `linked_account_not_found`, `device_revoked`, `too_many_requests` (user's or app's limit),
 *   `invalid_data` for a wrong key, `share_not_found`, `internal_error` (503) when the vault gives no answer.
 */
export async function recoverRoot(
  request: RecoverRequest,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.recover>> {
  const { owner, walletId, generationId, excluding } = request
  const root = await readOwnRoot(deps, { ...owner, walletId })
  if (!root) throw new ApiError('linked_account_not_found')
  const recovery = recoveryOf(root)
  const which = { ...owner, walletId, generationId, excluding, recovery }
  const stored = await findRecoverable(deps.db, which)
  if (!stored) throw new ApiError('linked_account_not_found')
  const { auth_share: record, encrypted_recovery_share: recoveryShare } = stored
  const hasDeviceShare = request.hasDeviceShare && stored.state !== 'stored'
  // Shares of a method that was replaced restore the wallet with a device's own share only.
  const isReplaced = stored.state === 'active' && !isSameRecovery(methodOf(stored), recovery)
  if (isReplaced && !hasDeviceShare) throw new ApiError('device_revoked')
  if (!recoveryShare || !(hasDeviceShare || (record && stored.state !== 'revoked'))) {
    throw new ApiError('device_revoked')
  }
  const isRecovery = stored.state !== 'stored'
  if (isRecovery) request.session.requireRecentLogin()
  // A device's own share is what a thief elsewhere lacks.
  if (isRecovery && !hasDeviceShare) await requireSettled(request, { root, deps })
  await spend(isRecovery ? 'recover' : 'read-back', request.spender, deps)
  const released = hasDeviceShare
    ? { generation: stored, authShare: {} }
    : await releaseReadable(request, { stored, recovery, deps })
  const { sealedRecoveryKey, share } = await releaseKey(request, { ...released, which, deps })
  const { generation_id, recovery_key_id, encrypted_recovery_share } = share
  const key = { ...owner, walletId, generationId: generation_id }
  if (isRecovery) {
    const method = isReplaced ? undefined : recovery.method
    await recordRecovery(deps, { ...request, ...key, method })
  }
  if (isRecovery && !isReplaced) {
    await noteRecoveryUsed(deps.db, { ...key, nowMs: deps.clock.nowMs() })
  }
  return {
    generation_id,
    recovery_key_id,
    ...released.authShare,
    encrypted_recovery_share: toBase64url(encrypted_recovery_share),
    sealed_recovery_key: sealedRecoveryKey,
    accounts: toWireRoot(root).accounts,
  }
}

async function requireSettled(
  { app, owner, session, sessionId, device }: RecoverRequest,
  { root, deps }: { root: RootRecord; deps: Deps },
): Promise<void> {
  const facts = session.facts()
  if (facts === undefined) throw new Error('The session was not judged')
  const isAutomatic = root.recovery_method === automaticRecoveryMethod
  const secretSetAtMs = isAutomatic ? undefined : (root.recovery_set_at ?? 0)
  const { userId } = owner
  await requireSettledLogin(deps, { app, userId, sessionId, facts, device, secretSetAtMs })
}

function methodOf({ recovery_method: method, recovery_locator: locator }: Recoverable) {
  return { method, locator }
}

type Recoverable = NonNullable<Awaited<ReturnType<typeof findRecoverable>>>

/**
 * The first generation whose auth share opens, and that share sealed to the request's key. Shares kept under a lost key are
 * passed over: a device may have stored a later generation under the present one.
 */
async function releaseReadable(
  { owner, walletId, generationId, excluding, ephemeralPublicKey }: RecoverRequest,
  { stored, recovery, deps }: { stored: Recoverable; recovery: RecoveryMethodRow; deps: Deps },
): Promise<{ generation: Recoverable; authShare: { sealed_auth_share?: Sealed } }> {
  const tried = [...excluding]
  let generation = stored
  for (;;) {
    const { generation_id, auth_share: record } = generation
    const key = { ...owner, walletId, generationId: generation_id }
    // Before the vault counts a release: a bad key is refused here.
    const sender = await authShareSender(ephemeralPublicKey)
    try {
      if (!record) throw new ApiError('device_revoked')
      const { keyEncryption } = deps
      const sealed = await releaseAuthShare({ record, key, sender, keyEncryption })
      return { generation, authShare: { sealed_auth_share: sealed } }
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'share_not_found'
      if (!isLost || generationId !== undefined) throw error
      tried.push(generation_id)
      const place = { ...owner, walletId, generationId, excluding: tried, recovery }
      const next = await findRecoverable(deps.db, place)
      if (!next) throw error
      generation = next
    }
  }
}

/**
 * The generation's recovery key, and the recovery share under it. Both are read again when another device has replaced them since:
 * the vault has deleted the key before by then.
 */
async function releaseKey(
  request: RecoverRequest,
  { generation, which, deps }: { generation: Recoverable; which: Searched; deps: Deps },
): Promise<{
  sealedRecoveryKey: Sealed
  share: Recoverable & { encrypted_recovery_share: Buffer }
}> {
  const { generation_id: generationId, recovery_key_id: keyId } = generation
  const { encrypted_recovery_share } = generation
  if (!encrypted_recovery_share) throw new ApiError('device_revoked')
  try {
    const sealedRecoveryKey = await askVault(request, { keyId, deps })
    return { sealedRecoveryKey, share: { ...generation, encrypted_recovery_share } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'linked_account_not_found') throw error
    const present = await findRecoverable(deps.db, { ...which, generationId })
    if (!present || present.recovery_key_id === keyId) throw error
    return releaseKey(request, { generation: present, which, deps })
  }
}

type Searched = Parameters<typeof findRecoverable>[1]

async function askVault(
  request: RecoverRequest,
  { keyId, deps }: { keyId: string; deps: Deps },
): Promise<Sealed> {
  const { vault, db } = deps
  const { owner, walletId, accessToken, mfaToken, ephemeralPublicKey } = request
  try {
    const { sealedRecoveryKey } = await vault.call('releaseRecoveryKey', {
      ...bindingOf(owner, walletId),
      keyId,
      accessToken,
      ...(mfaToken === undefined ? {} : { mfaToken }),
      recipientPublicKey: ephemeralPublicKey,
      devicePublicKey: request.devicePublicKey,
      deviceSignature: request.deviceSignature,
      isGuest: await isGuest(db, owner),
      ...(request.sealedRecoveryProof && { sealedRecoveryProof: request.sealedRecoveryProof }),
    })
    return sealedRecoveryKey
  } catch (error) {
    if (error instanceof VaultRefusal && error.code === 'too_many_requests') {
      await raiseAlarm(deps, { alarm: 'recovery_refused', appId: owner.appId })
    }
    await reconcileFactors(deps, { ...owner, error })
    throw fromVaultError(error)
  }
}
