import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyEncryption } from '../ports/key-encryption.js'

/** What keyed hashes are made with: the deployment's key. */
export type HashKey = Pick<KeyEncryption, 'derive'>

/** What each keyed hash is for; one purpose never passes as another. */
type HashPurpose =
  | 'wallet-grant'
  | 'refresh-token'
  | 'refresh-token-owner'
  | 'fork-token'
  | 'fork-token-owner'
  | 'guest-credential'
  | 'session'
  | 'linked-account'

/** Part of what is hashed. Their order and number are part of the hash. */
type HashPart = string | number | boolean | null | readonly string[]

const keyIdBytes = 4

/**
 * HMAC-SHA256 of `parts` under a key of the deployment for this purpose, with the key's id in front: 36 bytes. Write access
 * to the database alone does not suffice to make one (T-04).
 */
export function keyedHash(
  key: HashKey,
  purpose: HashPurpose,
  parts: readonly HashPart[],
): Uint8Array {
  const mac = createHmac('sha256', key.derive(`hash/${purpose}`)).update(JSON.stringify(parts))
  return Buffer.concat([keyId(key), mac.digest()])
}

/** Whether `presented` is the keyed hash of `parts`; compared in constant time. */
export function isKeyedHash(
  presented: Uint8Array | null | undefined,
  { key, purpose, parts }: { key: HashKey; purpose: HashPurpose; parts: readonly HashPart[] },
): boolean {
  if (!presented) return false
  const expected = keyedHash(key, purpose, parts)
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}

/** Tells which key a hash was made with, so that keys can be replaced one by one. */
function keyId(key: HashKey): Uint8Array {
  return key.derive('hash-key-id').subarray(0, keyIdBytes)
}
