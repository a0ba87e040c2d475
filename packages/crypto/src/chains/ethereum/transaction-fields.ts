import type { Bytes } from '../../bytes.js'
import { fromHex, type Hex } from '../hex.js'
import { integerBytes } from './rlp.js'

/** A transaction cannot be signed; the message names the field. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError'
}

/** The largest number of 64 bits. */
export const uint64 = (1n << 64n) - 1n
/** The largest number of 256 bits. */
export const uint256 = (1n << 256n) - 1n

/** A number as RLP writes it. @throws TransactionError when it is below 0 or above `max`. */
export function integerField(field: string, value: bigint, max: bigint): Bytes {
  if (typeof value !== 'bigint' || value < 0n || value > max)
    throw new TransactionError(`${field} is out of range`)
  return integerBytes(value)
}

/** Hex of exactly `length` bytes. @throws TransactionError */
export function sizedField(field: string, hex: Hex, length: number): Bytes {
  const value = bytesField(field, hex)
  if (value.length !== length) throw new TransactionError(`${field} must have ${length} bytes`)
  return value
}

/** Hex of whole bytes. @throws TransactionError */
export function bytesField(field: string, hex: Hex): Bytes {
  try {
    return fromHex(hex)
  } catch (cause) {
    throw new TransactionError(`${field} must be 0x hex`, { cause })
  }
}
