import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { asciiBytes } from '../../bytes.js'
import { fromHex, type Hex, toHex } from '../hex.js'

/** The EIP-55 address of a private key. */
export function addressFromPrivateKey(privateKey: Uint8Array): Hex {
  return addressFromPublicKey(publicKeyOf(privateKey))
}

/** The uncompressed public key of a private key, 65 bytes. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(privateKey, false)
}

/** The EIP-55 address of an uncompressed public key (65 bytes, starting with 4). */
export function addressFromPublicKey(publicKey: Uint8Array): Hex {
  if (publicKey.length !== 65 || publicKey[0] !== 4)
    throw new RangeError('An uncompressed public key has 65 bytes')
  return checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)))
}

/**
 * `address` in the one mixed-case spelling of EIP-55; the case it came in is not checked.
 *
 * @throws TypeError when it is not `0x` and 40 hex digits.
 */
export function checksumAddress(address: string): Hex {
  if (fromHex(address).length !== 20) throw new TypeError('An address has 20 bytes')
  const digits = address.slice(2).toLowerCase()
  const hash = toHex(keccak_256(asciiBytes(digits) ?? new Uint8Array())).slice(2)
  const spelled = Array.from(digits, (digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${spelled.join('')}`
}
