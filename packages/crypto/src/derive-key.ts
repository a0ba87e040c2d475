import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Bytes } from './bytes.js'

/** What a derived key is made from. `info` names its one purpose; text is taken as UTF-8. */
export type KeyDerivation = {
  secret: Uint8Array
  info: string | Uint8Array
  /** Empty when absent. */
  salt?: string | Uint8Array
  /** Bytes wanted, 1–8160; 32 when absent. */
  length?: number
}

/** A key derived by HKDF-SHA256 (RFC 5869). The caller wipes it. */
export function deriveKey({ secret, info, salt = '', length = 32 }: KeyDerivation): Bytes {
  return Uint8Array.from(hkdf(sha256, secret, toBytes(salt), toBytes(info), length))
}

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? utf8ToBytes(value) : value
}
