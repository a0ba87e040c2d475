import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Bytes, concat } from '../../bytes.js'
import { fromHex, type Hex, toHex } from '../hex.js'
import { SigningError } from '../signing-error.js'
import { addressFromPublicKey } from './address.js'

/** An ECDSA signature in its parts; `r` and `s` are 32 bytes each, `s` in the lower half. */
export type EcdsaSignature = { r: Bytes; s: Bytes; yParity: 0 | 1 }

/**
 * What signs: a private key, alone or with its public key, which then need not be computed again. With a public key that
 * is not its own no signature verifies.
 */
export type SigningKey = Uint8Array | { privateKey: Uint8Array; publicKey: Uint8Array }

const digestLength = 32

/**
 * Signs a 32-byte digest: secp256k1, RFC 6979 nonce, low s. The signature is verified before it is given out.
 *
 * @throws RangeError for a digest of another length; SigningError when the signature does not verify.
 */
export function signDigest(key: SigningKey, digest: Uint8Array): EcdsaSignature {
  if (digest.length !== digestLength) throw new RangeError('A digest has 32 bytes')
  const { privateKey, publicKey } =
    key instanceof Uint8Array ? { privateKey: key, publicKey: secp256k1.getPublicKey(key) } : key
  const options = { prehash: false, format: 'recovered' } as const
  const signature = secp256k1.sign(digest, privateKey, options)
  // With format `recovered` this checks r, s (lower half) and the parity against the key's own point.
  const verified = secp256k1.verify(signature, digest, publicKey, options)
  const parity = signature[0]
  // Parity 2 and 3 need r ≥ the group order: never seen, and Ethereum has no place for them.
  if (!verified || (parity !== 0 && parity !== 1))
    throw new SigningError('The signature did not verify')
  return {
    r: Uint8Array.from(signature.subarray(1, 33)),
    s: Uint8Array.from(signature.subarray(33)),
    yParity: parity,
  }
}

/**
 * Signs a 32-byte digest as wallets give it out: `r ‖ s ‖ v`, 65 bytes, v = 27 or 28.
 *
 * @throws RangeError for a digest of another length; SigningError when the signature does not verify.
 */
export function signHash(key: SigningKey, hash: Uint8Array): Hex {
  const { r, s, yParity } = signDigest(key, hash)
  return toHex(concat(r, s, Uint8Array.of(27 + yParity)))
}

/**
 * The EIP-55 address whose key signed `hash`.
 *
 * @param signature  `r ‖ s ‖ v`, v = 0, 1, 27 or 28; bytes or hex.
 * @throws TypeError when it is not a signature: wrong length or v, r or s out of range, s in the upper half (malleable).
 */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array | Hex): Hex {
  const bytes = typeof signature === 'string' ? fromHex(signature) : signature
  const v = bytes[64]
  if (bytes.length !== 65 || v === undefined || ![0, 1, 27, 28].includes(v))
    throw new TypeError('Not an Ethereum signature')
  if (hash.length !== digestLength) throw new RangeError('A digest has 32 bytes')
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    if (parsed.hasHighS()) throw new TypeError('High s')
    const point = parsed.addRecoveryBit(v >= 27 ? v - 27 : v).recoverPublicKey(hash)
    return addressFromPublicKey(point.toBytes(false))
  } catch (cause) {
    throw new TypeError('Not an Ethereum signature', { cause })
  }
}
