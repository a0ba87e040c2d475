import { ApiError, authShareMessage, type Sealed } from '@sallyport/contract'
import { noteReadBack, useGeneration } from '../../db/share-generations.js'
import type { Deps } from '../../deps.js'
import { isDeviceSignature } from './device-key.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { releaseAuthShare } from './share-record.js'

/** A device asking for the share it needs to sign. */
export interface AuthShareRequest {
  owner: Owner
  walletId: string
  generationId: string
  /** Base64url, raw 65-byte point. */
  ephemeralPublicKey: string
  /** Base64url, over `authShareMessage`. */
  deviceSignature: string
}

/**
 * The server's share for one device, sealed to the request's key.
 *
 * @throws ApiError `linked_account_not_found`, `device_revoked`, `invalid_data` for a wrong signature or key.
 */
export async function sendAuthShare(request: AuthShareRequest, deps: Deps): Promise<Sealed> {
  const { owner, walletId, generationId, ephemeralPublicKey } = request
  const key = { ...owner, walletId, generationId }
  const stored = await useGeneration(deps.db, { ...key, nowMs: deps.clock.nowMs() })
  if (!stored) throw new ApiError('linked_account_not_found')
  const message = authShareMessage({
    ...bindingOf(owner, walletId),
    generationId,
    ephemeralPublicKey,
  })
  const signature = readBytes(request.deviceSignature, 'device signature')
  if (!isDeviceSignature(stored.device_public_key, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid device signature' })
  }
  if (stored.state === 'revoked' || stored.auth_share === null) throw new ApiError('device_revoked')
  const { keyEncryption } = deps
  const { state, auth_share: record } = stored
  const sealed = await releaseAuthShare({ record, key, ephemeralPublicKey, keyEncryption })
  await noteReadBack(deps.db, { ...key, state, path: 'auth_read_back' })
  return sealed
}
