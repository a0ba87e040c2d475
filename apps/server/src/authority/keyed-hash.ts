import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../ports/key-encryption.js'

/** What keyed hashes are made with: the deployment's keys. */
export type HashKey = Pick<KeyRing, 'derive' | 'deriveEach'>

/** What each keyed hash is for; one purpose never passes as another. */
export type HashPurpose =
  | 'wallet-grant'
  | 'wallet-key'
  | 'refresh-token'
  | 'refresh-token-owner'
  | 'fork-token'
  | 'fork-token-owner'
  // Of earlier versions.
  | 'guest-credential'
  | 'guest-challenge'
  | 'session'
  | 'session-factor'
  | 'linked-account'
  | 'user-factors'
  | 'app'
  | 'wallet-root'
  | 'wallet-address'
  | 'device'
  | 'oauth-credentials'
  | 'account-transfer'
  | 'login-link-approval'
  | 'login-link'
  | 'login-link-row'
  | 'oauth-flow'
  | 'oauth-state'
  | 'oauth-client-state'
  | 'oauth-code'
  | 'oauth-browser'
  | 'passkey-challenge'
  | 'farcaster-answer'
  | 'test-account'
  | 'allowlist-entry'
  | 'cross-app-grant'
  | 'recovery-account'
  | 'verified-email'
  | 'login-age'
  | 'account-undo'
  | 'wallet-age'
  | 'program-code'
  | 'program-request'

/** Part of what is hashed. Their order and number are part of the hash. */
export type HashPart = string | number | boolean | null | readonly string[]

const keyIdBytes = 4

/**
 * HMAC-SHA256 of `parts` under the newest key for this purpose, with the key's id in front: 36 bytes. Write access to the
 * database alone does not suffice to make one (T-04).
 */
export function keyedHash(
  key: HashKey,
  purpose: HashPurpose,
  parts: readonly HashPart[],
): Uint8Array {
  return hashUnder(0, { key, purpose, parts })
}

/** The keyed hashes of `parts` under each key, the newest first. */
export function keyedHashes(
  key: HashKey,
  purpose: HashPurpose,
  parts: readonly HashPart[],
): readonly Uint8Array[] {
  return key.deriveEach('hash-key-id').map((_, place) => hashUnder(place, { key, purpose, parts }))
}

interface Hashed {
  key: HashKey
  purpose: HashPurpose
  parts: readonly HashPart[]
}

/** Whether `presented` is the keyed hash of `parts` under the key that it names; compared in constant time. */
export function isKeyedHash(presented: Uint8Array | null | undefined, hashed: Hashed): boolean {
  if (!presented) return false
  const place = placeOfKey(hashed.key, presented)
  if (place === undefined) return false
  const expected = hashUnder(place, hashed)
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}

/** Place in the list of the key that a keyed hash names; undefined when it is not in the list. The id is public. */
export function placeOfKey(key: HashKey, hash: Uint8Array): number | undefined {
  const named = toHex(hash.subarray(0, keyIdBytes))
  const place = keyIdsOf(key).map(toHex).indexOf(named)
  return place < 0 ? undefined : place
}

/** The first bytes of the hashes of each key, the newest first. */
export function keyIdsOf(key: HashKey): readonly Uint8Array[] {
  return key.deriveEach('hash-key-id').map((id) => id.subarray(0, keyIdBytes))
}

function hashUnder(place: number, { key, purpose, parts }: Hashed): Uint8Array {
  // The newest key is asked for alone: it is the one that nearly every hash is under.
  const at = (what: string) => (place === 0 ? key.derive(what) : key.deriveEach(what)[place])
  const [id, secret] = [at('hash-key-id'), at(`hash/${purpose}`)]
  if (id === undefined || secret === undefined) throw new RangeError('There is no such key')
  const mac = createHmac('sha256', secret).update(JSON.stringify(parts))
  return Buffer.concat([id.subarray(0, keyIdBytes), mac.digest()])
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
