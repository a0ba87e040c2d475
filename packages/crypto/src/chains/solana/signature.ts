import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Bytes } from '../../bytes.js'
import { SigningError } from '../signing-error.js'

/** The 32-byte public key of a private key (32-byte seed). */
export function publicKeyOf(privateKey: Uint8Array): Bytes {
  return Uint8Array.from(ed25519.getPublicKey(privateKey))
}

/** The base58 address of a private key (32-byte seed): its public key. */
export function addressFromPrivateKey(privateKey: Uint8Array): string {
  return base58.encode(ed25519.getPublicKey(privateKey))
}

/**
 * The 64-byte Ed25519 signature (RFC 8032) over `message`. It is verified before it is given out.
 *
 * @param privateKey  The 32-byte seed.
 * @throws SigningError when the signature does not verify.
 */
export function signMessage(privateKey: Uint8Array, message: Uint8Array): Bytes {
  const signature = ed25519.sign(message, privateKey)
  const publicKey = ed25519.getPublicKey(privateKey)
  if (!ed25519.verify(signature, message, publicKey, { zip215: false }))
    throw new SigningError('The signature did not verify')
  return Uint8Array.from(signature)
}

/** Whether 32 bytes are an Ed25519 key by the strict rules of `verify`: a canonical encoding, not of small order. */
export function isUsablePublicKey(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey, false).isSmallOrder()
  } catch {
    // Not a point.
    return false
  }
}

/** A signature and what it is claimed to be over. `address` is base58. */
export type SolanaSignature = { address: string; message: Uint8Array; signature: Uint8Array }

/**
 * Whether the signature is the address's over the message, by the strict rules: canonical encodings, and no key of
 * small order (one fixed signature would pass for every message under such a key). Never throws.
 */
export function verify({ address, message, signature }: SolanaSignature): boolean {
  try {
    const publicKey = base58.decode(address)
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    // Not base58, or a key or signature of the wrong length: no signature.
    return false
  }
}
