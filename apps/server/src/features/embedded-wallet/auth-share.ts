import { setImmediate } from 'node:timers/promises'
import { ApiError, authShareMessage, type Sealed } from '@sallyport/contract'
import { noteUse, useGeneration } from '../../db/share-generations.js'
import type { Deps } from '../../deps.js'
import type { SessionCheck } from '../../session/check.js'
import { isDeviceSignature } from './device-key.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { requireAuthenticDevice } from './read-rows.js'
import { authShareSender, releaseAuthShare } from './share-record.js'

/** A device asking for the share it needs to sign. */
interface AuthShareRequest {
  owner: Owner
  /** Not passed yet: the statement that finds the share checks it. */
  session: SessionCheck
  sessionId: string
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
 * @throws ApiError `missing_or_invalid_token` when the session has ended, `missing_or_invalid_mfa`,
 *   `linked_account_not_found`, `device_revoked`, `invalid_data` for a wrong signature or key.
 */
export async function sendAuthShare(request: AuthShareRequest, deps: Deps): Promise<Sealed> {
  const { owner, session, sessionId, walletId, generationId, ephemeralPublicKey } = request
  const key = { ...owner, walletId, generationId }
  const finding = useGeneration(deps.db, { ...key, session, nowMs: deps.clock.nowMs() })
  // The key is agreed on while the database answers; a wrong session is reported before a wrong key.
  const agreeing = setImmediate().then(() => authShareSender(ephemeralPublicKey))
  agreeing.catch(() => undefined)
  const stored = await finding
  // A generation that is not confirmed is of the first wallet, or was stored by a call that demanded the factor.
  session.judge(stored, stored?.state !== 'stored')
  if (!stored) throw new ApiError('missing_or_invalid_token')
  const { state, device_public_key: deviceKey, auth_share: record } = stored
  if (state === null) throw new ApiError('linked_account_not_found')
  requireAuthenticDevice(deps, key, stored)
  const message = authShareMessage({
    ...bindingOf(owner, walletId),
    generationId,
    ephemeralPublicKey,
  })
  const signature = readBytes(request.deviceSignature, 'device signature')
  if (!isDeviceSignature(deviceKey, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid device signature' })
  }
  const { session_id: lastSessionId, ended_at: endedAt } = stored
  if (state === 'revoked' || record === null || endedAt !== null) {
    await noteUse(deps.db, { ...key, state, sessionId, lastSessionId })
    throw new ApiError('device_revoked')
  }
  const { keyEncryption } = deps
  const sealed = await releaseAuthShare({ record, key, sender: await agreeing, keyEncryption })
  await noteUse(deps.db, { ...key, state, sessionId, lastSessionId })
  return sealed
}
