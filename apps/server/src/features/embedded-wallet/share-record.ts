import type { Sealed } from '@sallyport/contract'
import { ApiError, sealInfo } from '@sallyport/contract'
import { sealTo, toBase64url } from '@sallyport/crypto'
import type { GenerationKey } from '../../db/share-generations.js'
import type { KeyEncryption } from '../../ports/key-encryption.js'
import { sealBindingOf } from './owner.js'
import { readBytes } from './read-bytes.js'

/** An auth share as it is kept: it opens only in its own row, of its own app and user (CUS-07). */
export function sealAuthShare(
  authShare: Uint8Array,
  { key, keyEncryption }: { key: GenerationKey; keyEncryption: KeyEncryption },
): Uint8Array {
  return keyEncryption.seal(authShare, placeOf(key))
}

/** What an auth share is released from: its row, the request's key, the deployment's key. */
export interface AuthShareRelease {
  record: Uint8Array
  key: GenerationKey
  /** Base64url, raw 65-byte point. */
  ephemeralPublicKey: string
  keyEncryption: KeyEncryption
}

/**
 * A stored auth share, sealed to the key of one request: proxies and logs see ciphertext only.
 *
 * @throws ApiError `invalid_data` when the request's key is no point of P-256.
 */
export async function releaseAuthShare(release: AuthShareRelease): Promise<Sealed> {
  const { record, key, keyEncryption } = release
  const recipientPublicKey = readBytes(release.ephemeralPublicKey, 'ephemeral public key')
  const authShare = keyEncryption.open(record, placeOf(key))
  try {
    const { enc, ciphertext } = await sealTo({
      recipientPublicKey,
      plaintext: authShare,
      info: new TextEncoder().encode(sealInfo.authShare),
      aad: sealBindingOf(key, key.walletId),
    }).catch((cause: unknown) => {
      throw new ApiError('invalid_data', { message: 'Invalid ephemeral public key', cause })
    })
    return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
  } finally {
    authShare.fill(0)
  }
}

function placeOf(key: GenerationKey): string {
  const row = [key.appId, key.userId, key.walletId, key.generationId]
  return JSON.stringify(['share_generation', 'auth_share', ...row])
}
