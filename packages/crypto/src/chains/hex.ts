import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Bytes } from '../bytes.js'

/** Bytes as lower-case hex with `0x`. */
export type Hex = `0x${string}`

/** `0x` and two lower-case digits a byte. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}

/**
 * The bytes of `0x` hex, either case.
 *
 * @throws TypeError when it is anything else or has an odd number of digits; the text is not repeated.
 */
export function fromHex(hex: string): Bytes {
  if (!isHex(hex)) throw new TypeError('Not 0x hex with whole bytes')
  return Uint8Array.from(hexToBytes(hex.slice(2)))
}

/** Whether a value is `0x` and whole bytes of hex, either case. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
}
