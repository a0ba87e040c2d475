import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { RawSign } from '@sallyport/contract/wallet-api'
import { taprootKind } from '@sallyport/crypto/chains/bitcoin'
import { fromHex, type Hex, signDigest, signHash, toHex } from '@sallyport/crypto/chains/ethereum'
import { signMessage as signSolanaMessage } from '@sallyport/crypto/chains/solana'
import { familyOf } from '../policy/field-table.js'
import { readOpaqueRequest } from '../policy/read-message.js'
import { invalid } from '../refusals.js'
import type { Prepared, Signing } from './prepare.js'

const hashes = {
  keccak256: keccak_256,
  sha256,
  blake2b256: (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 }),
} as const satisfies Record<string, (bytes: Uint8Array) => Uint8Array>

/** A digest, signed as wallets on Ethereum give it out: `r ‖ s ‖ v`. */
export function prepareDigest(hash: string): Pick<Prepared, 'sign'> {
  const digest = fromHex(hash as Hex) // The schema demands 0x and 64 digits.
  return { sign: (key) => ({ signature: signHash(key, digest), encoding: 'hex' }) }
}

/**
 * A raw signature in the way of the wallet's curve (wire.md 44): with a recovery byte on Ethereum, `r ‖ s` for SegWit, Schnorr under
 * the output's key for Taproot, Ed25519 on Solana.
 */
export function prepareRawSign({ params }: RawSign, { chain }: Signing): Prepared {
  const family = familyOf(chain)
  if (!family) throw invalid('The chain is not offered')
  const digest = digestOf(params)
  const hex = (signature: Uint8Array) => ({ signature: toHex(signature), encoding: 'hex' })
  const sign: Record<Signing['chain'], Prepared['sign']> = {
    ethereum: (key) => ({ signature: signHash(key, digest), encoding: 'hex' }),
    solana: (key) => hex(signSolanaMessage(key, digest)),
    'bitcoin-segwit': (key) => {
      const { r, s } = signDigest(key, digest)
      return hex(Buffer.concat([r, s]))
    },
    'bitcoin-taproot': (key) => hex(taprootKind.sign(key, digest)),
  }
  return { facts: readOpaqueRequest('raw_sign', family), sign: sign[chain] }
}

function digestOf(params: RawSign['params']): Uint8Array {
  // The schema demands 0x and 64 digits.
  if ('hash' in params) return fromHex(params.hash as Hex)
  const { bytes, encoding, hash_function: name } = params
  const isHex = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(bytes)
  if (encoding === 'hex' && !isHex) throw invalid('params.bytes: Must be hex, two digits a byte')
  const text = encoding === 'hex' ? bytes.replace(/^0x/, '') : bytes
  return hashes[name](Uint8Array.from(Buffer.from(text, encoding)))
}
