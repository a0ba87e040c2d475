import type { Bytes } from '../bytes.js'

/** What every chain can do with a root's seed, so that custody code is written once. */
export interface ChainCrypto {
  /**
   * The 32-byte private key of account `index` (security.md 2.3). The caller wipes it.
   *
   * @param seed  64 bytes (BIP-39).
   * @param index  0 … 2³¹ − 1.
   */
  derivePrivateKey(seed: Uint8Array, index: number): Bytes
  /**
   * The account's address, and its public key where signing is quicker with that at hand.
   *
   * @param publicKeyBytes  What an earlier call gave for this key, if it is at hand: the address is then computed from it, and
   *   a signature with both is given out only when they belong together.
   */
  address(
    privateKey: Uint8Array,
    publicKeyBytes?: Uint8Array,
  ): {
    address: string
    publicKeyBytes?: Uint8Array
    /** What accounts carry as `public_key`, where proofs must name the key because the address does not. */
    publicKeyText?: string
  }
  /** A signature over a text, in the chain's own way, that proves control of the address. */
  signProof(privateKey: Uint8Array, utf8Message: string): Bytes
  /** Whether `signature` is `address`'s proof over `message`. Never throws on what a stranger sent. */
  verifyProof(proof: ChainProof): boolean
}

/** A claim to control an address. `publicKey`, when given, must be the one of `address`. */
export type ChainProof = {
  address: string
  publicKey?: string | undefined
  message: string
  signature: Uint8Array
}
