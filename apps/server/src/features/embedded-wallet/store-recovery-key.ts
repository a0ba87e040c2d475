import { ApiError, type Sealed } from '@sallyport/contract'
import { noteRecoveryKey } from '../../db/recovery-keys.js'
import type { Deps } from '../../deps.js'
import { readContacts } from '../../identity/vault-contacts.js'
import { fromVaultError } from '../../ports/vault.js'
import { bindingOf, type Owner } from './owner.js'

/** What a frame sends of a new recovery key. */
interface RecoveryKeyBody {
  recovery_key_id: string
  sealed_recovery_key: Sealed
  read_back_public_key: string
}

/** A caller who has a recovery key stored. */
export interface StoringCaller {
  owner: Owner
  accessToken: string
  /** SPKI PEM of the app's token key. */
  verificationKey: string
}

/**
 * Has the vault store a recovery key, and names whom it tells of its release. The vault judges the user's token by the app's key, which it must have seen before.
 *
 * @returns What the vault stored, sealed to the frame.
 * @throws ApiError `invalid_data` when the id has another key, `too_many_requests`, `internal_error` (503) when the vault
 *   gives no answer.
 */
export async function storeRecoveryKey(
  { owner, accessToken, verificationKey }: StoringCaller,
  { walletId, body }: { walletId: string; body: RecoveryKeyBody },
  deps: Deps,
): Promise<Sealed> {
  const { db, vault, config, clock } = deps
  const { appId } = owner
  const keyId = body.recovery_key_id
  const isUsable = await noteRecoveryKey(db, { ...owner, walletId, keyId, nowMs: clock.nowMs() })
  if (!isUsable) throw new ApiError('invalid_data', { message: 'This recovery key was deleted' })
  const contacts = await readContacts(deps, owner)
  try {
    await vault.call('pinAppKey', { appId, issuer: config.tokenIssuer, verificationKey })
    const { sealedRecoveryKey } = await vault.call('storeRecoveryKey', {
      ...bindingOf(owner, walletId),
      keyId,
      accessToken,
      sealedRecoveryKey: body.sealed_recovery_key,
      readBackPublicKey: body.read_back_public_key,
      ...(contacts && { contacts }),
    })
    return sealedRecoveryKey
  } catch (error) {
    throw fromVaultError(error)
  }
}
