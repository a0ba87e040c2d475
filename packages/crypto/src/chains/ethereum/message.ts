import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Bytes, concat } from '../../bytes.js'
import type { Hex } from '../hex.js'
import { type SigningKey, signHash } from './signature.js'

/** The digest `personal_sign` signs (EIP-191, version 0x45). Text is taken as UTF-8, never as hex. */
export function hashMessage(message: string | Uint8Array): Bytes {
  const bytes = typeof message === 'string' ? utf8ToBytes(message) : message
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return Uint8Array.from(keccak_256(concat(prefix, bytes)))
}

/** `personal_sign` (EIP-191): `r ‖ s ‖ v`, v = 27 or 28. Text is taken as UTF-8, never as hex. */
export function signMessage(key: SigningKey, message: string | Uint8Array): Hex {
  return signHash(key, hashMessage(message))
}
