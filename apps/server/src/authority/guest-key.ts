import { type HashKey, keyedHash } from './keyed-hash.js'

/** Key of the account of a guest credential: a keyed hash of the credential's SHA-256, base64url (T-04). */
export function guestKey(key: HashKey, digest: string): string {
  return Buffer.from(keyedHash(key, 'guest-credential', [digest])).toString('base64url')
}
