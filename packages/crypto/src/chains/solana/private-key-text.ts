import { fromBase58, toBase58 } from '../../base58.js'
import { type Bytes, concat, equalBytes } from '../../bytes.js'
import { wipe } from '../../wipe.js'
import { addressFromPrivateKey } from './signature.js'

const seedLength = 32

/**
 * The private key (Ed25519 seed) that a text stands for: base58 of the seed and the public key, as wallets export it, or of the
 * seed alone. The caller wipes it.
 *
 * @throws TypeError for anything else, and when the two halves don't belong together; the text is not repeated.
 */
export function readPrivateKey(text: string): Bytes {
  const bytes = decode(text)
  const seed = bytes.slice(0, seedLength)
  try {
    const isKey =
      bytes.length === seedLength ||
      (bytes.length === 2 * seedLength &&
        equalBytes(bytes.subarray(seedLength), publicKeyBytes(seed)))
    if (isKey) return seed
  } finally {
    wipe(bytes)
  }
  wipe(seed)
  throw new TypeError('Not a private key')
}

/** A private key as wallets import it. A string can't be wiped: call it to show the key only. */
export function writePrivateKey(privateKey: Uint8Array): string {
  const pair = concat(privateKey, publicKeyBytes(privateKey))
  try {
    return toBase58(pair)
  } finally {
    wipe(pair)
  }
}

function publicKeyBytes(seed: Uint8Array): Bytes {
  return fromBase58(addressFromPrivateKey(seed))
}

function decode(text: string): Bytes {
  // Longer text can't be a key, and decoding takes time with the square of its length.
  if (text.length > 100) throw new TypeError('Not a private key')
  try {
    return fromBase58(text)
  } catch {
    // The cause is dropped on purpose: it may quote the text.
    throw new TypeError('Not a private key')
  }
}
