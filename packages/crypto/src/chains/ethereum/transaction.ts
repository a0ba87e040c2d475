import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Bytes, concat } from '../../bytes.js'
import { fromHex, type Hex, toHex } from '../hex.js'
import { encodeRlp, integerBytes, type RlpInput } from './rlp.js'
import { type EcdsaSignature, type SigningKey, signDigest } from './signature.js'

/** Addresses and storage slots a transaction declares (EIP-2930). Keys are 32 bytes. */
export type AccessList = readonly { address: Hex; storageKeys: readonly Hex[] }[]

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
  )

/** A transaction cannot be signed; the message names the field. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError'
}

const uint64 = (1n << 64n) - 1n
const uint256 = (1n << 256n) - 1n

/**
 * Signs a transaction of type 0 (EIP-155), 1 (EIP-2930) or 2 (EIP-1559).
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

function envelope(type: 0 | 1 | 2, fields: readonly RlpInput[]): Bytes {
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
  const chain = integer('chainId', chainId, uint64)
  const nonceBytes = integer('nonce', nonce, uint64 - 1n)
  const target = to === null ? new Uint8Array() : sized('to', to, 20)
  const tail = [
    integer('gasLimit', gasLimit, uint64),
    target,
    integer('valueWei', valueWei, uint256),
    bytes('data', data),
  ]
  switch (transaction.type) {
    case 0:
      return [nonceBytes, integer('gasPrice', transaction.gasPrice, uint256), ...tail]
    case 1: {
      const price = integer('gasPrice', transaction.gasPrice, uint256)
      return [chain, nonceBytes, price, ...tail, accessList(transaction.accessList)]
    }
    case 2: {
      const { maxFeePerGas, maxPriorityFeePerGas } = transaction
      if (maxPriorityFeePerGas > maxFeePerGas)
        throw new TransactionError('maxPriorityFeePerGas must not be above maxFeePerGas')
      const tip = integer('maxPriorityFeePerGas', maxPriorityFeePerGas, uint256)
      const fee = integer('maxFeePerGas', maxFeePerGas, uint256)
      return [chain, nonceBytes, tip, fee, ...tail, accessList(transaction.accessList)]
    }
    default:
      throw new TransactionError('type must be 0, 1 or 2')
  }
}

function accessList(list: AccessList): RlpInput {
  return list.map(({ address, storageKeys }) => [
    sized('accessList address', address, 20),
    storageKeys.map((key) => sized('accessList storage key', key, 32)),
  ])
}

function integer(field: string, value: bigint, max: bigint): Bytes {
  if (typeof value !== 'bigint' || value < 0n || value > max)
    throw new TransactionError(`${field} is out of range`)
  return integerBytes(value)
}

function sized(field: string, hex: Hex, length: number): Bytes {
  const value = bytes(field, hex)
  if (value.length !== length) throw new TransactionError(`${field} must have ${length} bytes`)
  return value
}

function bytes(field: string, hex: Hex): Bytes {
  try {
    return fromHex(hex)
  } catch (cause) {
    throw new TransactionError(`${field} must be 0x hex`, { cause })
  }
}

function stripZeros(value: Bytes): Bytes {
  const start = value.findIndex((byte) => byte !== 0)
  return value.subarray(start === -1 ? value.length : start)
}
