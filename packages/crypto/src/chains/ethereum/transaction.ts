import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Bytes, concat } from '../../bytes.js'
import { type Hex, toHex } from '../hex.js'
import { encodeRlp, integerBytes, type RlpInput } from './rlp.js'
import { type EcdsaSignature, type SigningKey, signDigest } from './signature.js'
import {
  bytesField,
  integerField,
  sizedField,
  TransactionError,
  uint64,
  uint256,
} from './transaction-fields.js'

/** Addresses and storage slots a transaction declares (EIP-2930). Keys are 32 bytes. */
export type AccessList = readonly { address: Hex; storageKeys: readonly Hex[] }[]

/** An authorization with the signature of the account it is for (EIP-7702). `chainId` 0 is any chain. */
export type SignedAuthorization = {
  chainId: bigint
  contract: Hex
  nonce: bigint
  yParity: 0 | 1
  r: bigint
  s: bigint
}

type Common = {
  /** 1 or more: without it a signature would be valid on every chain. */
  chainId: bigint
  nonce: bigint
  gasLimit: bigint
  /** `null` creates a contract. */
  to: Hex | null
  valueWei: bigint
  data: Hex
}

/** A complete transaction, nothing left to fill in. Prices are wei per gas. */
export type EthereumTransaction = Common &
  (
    | { type: 0; gasPrice: bigint }
    | { type: 1; gasPrice: bigint; accessList: AccessList }
    | { type: 2; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; accessList: AccessList }
    | {
        type: 4
        maxFeePerGas: bigint
        maxPriorityFeePerGas: bigint
        accessList: AccessList
        authorizations: readonly SignedAuthorization[]
      }
  )

/**
 * Signs a transaction of type 0 (EIP-155), 1 (EIP-2930), 2 (EIP-1559) or 4 (EIP-7702).
 *
 * @returns The raw transaction, ready for `eth_sendRawTransaction`.
 * @throws TransactionError when a field is out of range; SigningError when the signature does not verify.
 */
export function signTransaction(key: SigningKey, transaction: EthereumTransaction): Hex {
  const fields = encodeFields(transaction)
  const signature = signDigest(key, keccak_256(unsigned(transaction, fields)))
  return toHex(envelope(transaction.type, [...fields, ...seal(transaction, signature)]))
}

/** The digest a transaction's signature is over. @throws TransactionError when a field is out of range. */
export function hashUnsignedTransaction(transaction: EthereumTransaction): Bytes {
  return Uint8Array.from(keccak_256(unsigned(transaction, encodeFields(transaction))))
}

function unsigned({ type, chainId }: EthereumTransaction, fields: readonly RlpInput[]): Bytes {
  if (type !== 0) return envelope(type, fields)
  // EIP-155: chain id and two empty items stand where the signature will be.
  return encodeRlp([...fields, integerBytes(chainId), new Uint8Array(), new Uint8Array()])
}

function envelope(type: EthereumTransaction['type'], fields: readonly RlpInput[]): Bytes {
  return type === 0 ? encodeRlp(fields) : concat(Uint8Array.of(type), encodeRlp(fields))
}

function seal({ type, chainId }: EthereumTransaction, signature: EcdsaSignature): RlpInput[] {
  const parity = BigInt(signature.yParity)
  const v = type === 0 ? chainId * 2n + 35n + parity : parity
  return [integerBytes(v), stripZeros(signature.r), stripZeros(signature.s)]
}

function encodeFields(transaction: EthereumTransaction): RlpInput[] {
  const { chainId, nonce, gasLimit, to, valueWei, data } = transaction
  if (chainId < 1n) throw new TransactionError('chainId must be 1 or more')
  const chain = integerField('chainId', chainId, uint64)
  const nonceBytes = integerField('nonce', nonce, uint64 - 1n)
  const target = to === null ? new Uint8Array() : sizedField('to', to, 20)
  const tail = [
    integerField('gasLimit', gasLimit, uint64),
    target,
    integerField('valueWei', valueWei, uint256),
    bytesField('data', data),
  ]
  switch (transaction.type) {
    case 0:
      return [nonceBytes, integerField('gasPrice', transaction.gasPrice, uint256), ...tail]
    case 1: {
      const price = integerField('gasPrice', transaction.gasPrice, uint256)
      return [chain, nonceBytes, price, ...tail, accessList(transaction.accessList)]
    }
    case 2:
    case 4: {
      const { maxFeePerGas, maxPriorityFeePerGas } = transaction
      if (maxPriorityFeePerGas > maxFeePerGas)
        throw new TransactionError('maxPriorityFeePerGas must not be above maxFeePerGas')
      const tip = integerField('maxPriorityFeePerGas', maxPriorityFeePerGas, uint256)
      const fee = integerField('maxFeePerGas', maxFeePerGas, uint256)
      const fields = [chain, nonceBytes, tip, fee, ...tail, accessList(transaction.accessList)]
      return transaction.type === 2 ? fields : [...fields, authorizationList(transaction)]
    }
    default:
      throw new TransactionError('type must be 0, 1, 2 or 4')
  }
}

function accessList(list: AccessList): RlpInput {
  return list.map(({ address, storageKeys }) => [
    sizedField('accessList address', address, 20),
    storageKeys.map((key) => sizedField('accessList storage key', key, 32)),
  ])
}

function authorizationList(transaction: Extract<EthereumTransaction, { type: 4 }>): RlpInput {
  const { to, authorizations } = transaction
  if (to === null) throw new TransactionError('to must be given for type 4')
  if (authorizations.length === 0) throw new TransactionError('authorizations must not be empty')
  return authorizations.map(({ chainId, contract, nonce, yParity, r, s }) => [
    integerField('authorization chainId', chainId, uint256),
    sizedField('authorization contract', contract, 20),
    integerField('authorization nonce', nonce, uint64 - 1n),
    integerField('authorization yParity', BigInt(yParity), 1n),
    integerField('authorization r', r, uint256),
    integerField('authorization s', s, uint256),
  ])
}

function stripZeros(value: Bytes): Bytes {
  const start = value.findIndex((byte) => byte !== 0)
  return value.subarray(start === -1 ? value.length : start)
}
