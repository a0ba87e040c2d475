import { type HashKey, keyedHashes } from './keyed-hash.js'

/**
 * Key of a guest's account: the public key that the guest's browser signs with, or the SHA-256 (base64url) of the credential, which
 * is 32 random bytes. Neither is secret and neither is keyed, so that a key of the deployment can be replaced without the
 * guest; a row that this server did not write is refused for its `mac` (T-04).
 */
export function guestKey(proof: { publicKey: string } | { digest: string }): string {
  return 'publicKey' in proof ? `key:${proof.publicKey}` : `sha256:${proof.digest}`
}

/** The keys that earlier versions gave the account of a credential: one for each key of the deployment. */
export function formerGuestKeys(key: HashKey, digest: string): readonly string[] {
  return keyedHashes(key, 'guest-credential', [digest]).map((hash) =>
    Buffer.from(hash).toString('base64url'),
  )
}
