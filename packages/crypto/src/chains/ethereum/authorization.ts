import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Bytes, concat } from '../../bytes.js'
import type { Hex } from '../hex.js'
import { encodeRlp } from './rlp.js'
import { type SigningKey, signHash } from './signature.js'
import { integerField, sizedField, TransactionError, uint64 } from './transaction-fields.js'

/** What an account's owner signs to let the code of `contract` act for the account on one chain (EIP-7702). */
export interface EthereumAuthorization {
  /** 1 or more: an authorization for chain 0 would be valid on every chain. */
  chainId: bigint
  contract: Hex
  /** The account's nonce at the time the authorization is used. */
  nonce: bigint
}

/** First byte of what is hashed, so that no transaction has the same hash. */
const magic = 0x05

/**
 * Signs an authorization: `r ‖ s ‖ v`, 65 bytes, v = 27 or 28.
 *
 * @throws TransactionError when a field is out of range; SigningError when the signature does not verify.
 */
export function signAuthorization(key: SigningKey, authorization: EthereumAuthorization): Hex {
  return signHash(key, hashAuthorization(authorization))
}

/** The digest an authorization's signature is over. @throws TransactionError when a field is out of range. */
export function hashAuthorization({ chainId, contract, nonce }: EthereumAuthorization): Bytes {
  if (chainId < 1n) throw new TransactionError('chainId must be 1 or more')
  const fields = encodeRlp([
    integerField('chainId', chainId, uint64),
    sizedField('contract', contract, 20),
    integerField('nonce', nonce, uint64 - 1n),
  ])
  return Uint8Array.from(keccak_256(concat(Uint8Array.of(magic), fields)))
}
