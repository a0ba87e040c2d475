import type { Sealed } from '@sallyport/contract'
import { ApiError, sealInfo } from '@sallyport/contract'
import { createSealSender, openSealed, type SealSender, toBase64url } from '@sallyport/crypto'
import type { GenerationKey } from '../../db/share-generations.js'
import type { KeyEncryption } from '../../ports/key-encryption.js'
import type { SealKeys } from '../../ports/seal-key.js'
import { type Owner, sealBindingOf } from './owner.js'
import { readBytes } from './read-bytes.js'
import { sealPrimitives } from './seal-primitives.js'

/**
 * The auth share a frame sealed to the API for one root of one user.
 *
 * @throws ApiError `invalid_data` when it was sealed to another key or for another root.
 */
export async function openAuthShare(
  sealed: Sealed,
  { owner, walletId, sealKey }: { owner: Owner; walletId: string; sealKey: SealKeys },
): Promise<Uint8Array> {
  const message = {
    enc: readBytes(sealed.enc, 'auth share'),
    ciphertext: readBytes(sealed.ciphertext, 'auth share'),
    info: new TextEncoder().encode(sealInfo.authShareUpload),
    aad: sealBindingOf(owner, walletId),
  }
  const older = sealKey.olderPrivateKeys
  try {
    return await openSealed({ recipientPrivateKey: sealKey.privateKey, ...message })
  } catch (cause) {
    // A page that was loaded before the key was replaced seals to the key before.
    for (const recipientPrivateKey of older) {
      const opened = await openSealed({ recipientPrivateKey, ...message }).catch(() => undefined)
      if (opened !== undefined) return opened
    }
    throw new ApiError('invalid_data', { message: 'The auth share does not open', cause })
  }
}

/** An auth share as it is kept: it opens only in its own row, of its own app and user (CUS-07). */
export function sealAuthShare(
  authShare: Uint8Array,
  { key, keyEncryption }: { key: GenerationKey; keyEncryption: Pick<KeyEncryption, 'shares'> },
): Uint8Array {
  return keyEncryption.shares.seal(authShare, authShareContext(key))
}

/**
 * The sender of an auth share to the key of one request: proxies and logs see ciphertext only.
 *
 * @param ephemeralPublicKey  Base64url, raw 65-byte point.
 * @throws ApiError `invalid_data` when it is not a point of P-256.
 */
export async function authShareSender(ephemeralPublicKey: string): Promise<SealSender> {
  return createSealSender({
    recipientPublicKey: readBytes(ephemeralPublicKey, 'ephemeral public key'),
    info: new TextEncoder().encode(sealInfo.authShare),
    primitives: sealPrimitives,
  }).catch((cause: unknown) => {
    throw new ApiError('invalid_data', { message: 'Invalid ephemeral public key', cause })
  })
}

/**
 * A stored auth share, opened with the deployment's key and sealed by `sender`.
 *
 * @throws ApiError `share_not_found` when the deployment's key is not the one the share was kept under.
 */
export async function releaseAuthShare({
  record,
  key,
  sender,
  keyEncryption,
}: {
  record: Uint8Array
  key: GenerationKey
  sender: SealSender
  keyEncryption: Pick<KeyEncryption, 'shares'>
}): Promise<Sealed> {
  const authShare = openRecord(record, { key, keyEncryption })
  try {
    const aad = sealBindingOf(key, key.walletId)
    const { enc, ciphertext } = await sender.seal({ plaintext: authShare, aad })
    return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
  } finally {
    authShare.fill(0)
  }
}

function openRecord(
  record: Uint8Array,
  { key, keyEncryption }: { key: GenerationKey; keyEncryption: Pick<KeyEncryption, 'shares'> },
): Uint8Array {
  try {
    return keyEncryption.shares.open(record, authShareContext(key))
  } catch (cause) {
    throw new ApiError('share_not_found', { cause })
  }
}

/** The encryption context of an auth share. */
export function authShareContext(key: GenerationKey): string {
  const row = [key.appId, key.userId, key.walletId, key.generationId]
  return JSON.stringify(['share_generation', 'auth_share', ...row])
}
