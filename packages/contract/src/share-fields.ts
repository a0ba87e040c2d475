import * as z from 'zod/mini'
import { base64url, chainType, uuid, walletIndex } from './primitives.js'
import { automaticRecoveryMethod } from './vendor.js'

/* What the routes of share storage carry alike. */

/** Base64url of at most so many characters, and not empty. */
export const bytes = (max: number) => base64url.check(z.minLength(1), z.maxLength(max))
/** An address of the root and a signature by its key over `accountProofMessage(…)`. */
export const account = z.strictObject({
  chain_type: chainType,
  wallet_index: walletIndex,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  public_key: z.optional(z.string().check(z.maxLength(256))),
  proof: bytes(512),
})
/** The shares of one device, as the server keeps them: it never sees the device share or the recovery key. */
export const generation = {
  generation_id: uuid,
  /** SPKI of the device's non-extractable ECDSA P-256 key. */
  device_public_key: bytes(256),
  /** The auth share, sealed to the API's public key (`sealInfo.authShareUpload`): no share is ever in a body in clear. */
  sealed_auth_share: z.strictObject({ enc: bytes(128), ciphertext: bytes(512) }),
  /** The recovery share, AES-256-GCM under the recovery key. */
  encrypted_recovery_share: bytes(1024),
  /** SHA-256 of each share's bytes: what the receipt binds. */
  share_hashes: z.strictObject({ device: bytes(64), auth: bytes(64), recovery: bytes(64) }),
}
/**
 * Methods by which users own their recovery, and automatic recovery that one has chosen in place of another; a request without one
 * means automatic recovery.
 */
export const chosenRecovery = {
  method: z.enum([automaticRecoveryMethod, 'user-passcode', 'google-drive', 'icloud', 'passkey']),
  /** What the frame needs to find the user's secret again, or names the choice: only the method reads it, and it is not secret. */
  locator: z.string().check(z.minLength(1), z.maxLength(1024)),
}
/** A new recovery key for the vault. A generation has one of its own. */
export const recoveryKey = {
  /** A UUID the frame draws; names the key. */
  recovery_key_id: uuid,
  /**
   * The key, sealed to the vault's public key (`sealInfo.recoveryKeyUpload`). Where the user owns the recovery, it is followed by the
   * SHA-256 of the proof (`sealed_recovery_proof`) without which the vault does not release it. The root's commitment comes last.
   */
  sealed_recovery_key: z.strictObject({ enc: bytes(128), ciphertext: bytes(512) }),
  /** Raw 65-byte P-256 point: the vault answers with what it stored, sealed to this key. */
  read_back_public_key: bytes(128),
}
