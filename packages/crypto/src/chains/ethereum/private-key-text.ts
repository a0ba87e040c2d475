import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Bytes } from '../../bytes.js'
import { fromHex, type Hex, toHex } from '../hex.js'

/**
 * The private key that a text stands for: 64 hex digits, with or without `0x`. The caller wipes it.
 *
 * @throws TypeError for anything else, and for a number that is not a key of the curve; the text is not repeated.
 */
export function readPrivateKey(text: string): Bytes {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(text)) throw new TypeError('Not a private key')
  const key = fromHex(`0x${text.slice(-64)}`)
  if (secp256k1.utils.isValidSecretKey(key)) return key
  key.fill(0)
  throw new TypeError('Not a private key')
}

/** A private key as wallets import it. A string can't be wiped: call it to show the key only. */
export function writePrivateKey(privateKey: Uint8Array): Hex {
  return toHex(privateKey)
}
