import { ApiError, type embeddedWallet, type RouteResponse, type Sealed } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { raiseAlarm } from '../../audit/raise-alarm.js'
import { isGuest } from '../../db/account-kind.js'
import { findRecoverable } from '../../db/share-generations.js'
import { readRoot } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import type { Spender } from '../../http/budgets.js'
import { fromVaultError, VaultRefusal } from '../../ports/vault.js'
import type { SessionCheck } from '../../session/check.js'
import type { DeviceRecord } from '../../session/device.js'
import { spend } from './limits.js'
import { bindingOf, type Owner } from './owner.js'
import { recordRecovery } from './record-recovery.js'
import { authShareSender, releaseAuthShare } from './share-record.js'
import { toWireRoot } from './to-wire.js'

/** A frame without a device share, or one that reads back what it has just stored. */
interface RecoverRequest {
  owner: Owner
  sessionId: string
  session: Pick<SessionCheck, 'requireRecentLogin'>
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
  /** Base64url, raw 65-byte point. */
  ephemeralPublicKey: string
  /** Base64url, SPKI of the device that recovers. */
  devicePublicKey: string
  /** Base64url, over `recoverMessage`: the vault checks it. */
  deviceSignature: string
}

/**
 * Both shares kept by the server and the vault's recovery key, each sealed to the request's key. A
 * device that was interrupted before it confirmed its generation reads it back so: that counts against the user's hour, not
 * the recoveries of the day. The vault counts both.
 *
 * A device that has no share needs a login that was made just now (P2); reading back does not.
 *
 * @throws ApiError `login_too_old`, `linked_account_not_found`, `device_revoked`, `too_many_requests` (user's or app's limit),
 *   `invalid_data` for a wrong key, `internal_error` (503) when the vault gives no answer.
 */
export async function recoverRoot(
  request: RecoverRequest,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.recover>> {
  const { owner, walletId, generationId, excluding, ephemeralPublicKey } = request
  const root = await readRoot(deps.db, { ...owner, walletId })
  const stored = await findRecoverable(deps.db, { ...owner, walletId, generationId, excluding })
  if (!root || !stored) throw new ApiError('linked_account_not_found')
  const { auth_share: record, encrypted_recovery_share: recoveryShare } = stored
  if (stored.state === 'revoked' || !record || !recoveryShare) {
    throw new ApiError('device_revoked')
  }
  if (stored.state === 'active') request.session.requireRecentLogin()
  await spend(stored.state === 'active' ? 'recover' : 'read-back', request.spender, deps)
  const key = { ...owner, walletId, generationId: stored.generation_id }
  // Before the vault counts a release: a bad key is refused here.
  const sealedAuthShare = await releaseAuthShare({
    record,
    key,
    sender: await authShareSender(ephemeralPublicKey),
    keyEncryption: deps.keyEncryption,
  })

  const { generation_id, recovery_key_id } = stored
  const sealedRecoveryKey = await askVault(request, { keyId: recovery_key_id, deps })
  if (stored.state === 'active') await recordRecovery(deps, { ...request, ...key })
  return {
    generation_id,
    recovery_key_id,
    sealed_auth_share: sealedAuthShare,
    encrypted_recovery_share: toBase64url(recoveryShare),
    sealed_recovery_key: sealedRecoveryKey,
    accounts: toWireRoot(root).accounts,
  }
}

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
    })
    return sealedRecoveryKey
  } catch (error) {
    if (error instanceof VaultRefusal && error.code === 'too_many_requests') {
      await raiseAlarm(deps, { alarm: 'recovery_refused', appId: owner.appId })
    }
    throw fromVaultError(error)
  }
}
