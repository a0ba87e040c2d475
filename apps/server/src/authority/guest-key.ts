import { type HashKey, keyedHash, keyedHashes } from './keyed-hash.js'

/** Key of the account of a guest credential: a keyed hash of the credential's SHA-256, base64url (T-04). */
export function guestKey(key: HashKey, digest: string): string {
  return Buffer.from(keyedHash(key, 'guest-credential', [digest])).toString('base64url')
}

/** The keys that the account of a credential may have, one for each key of the deployment, the newest first. */
export function guestKeys(key: HashKey, digest: string): readonly string[] {
  return keyedHashes(key, 'guest-credential', [digest]).map((hash) =>
    Buffer.from(hash).toString('base64url'),
  )
}
