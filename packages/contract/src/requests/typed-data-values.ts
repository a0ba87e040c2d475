import type { Checksum } from './ethereum-call.js'
import { inertText } from './inert-text.js'

/** Fields of a struct, by name. */
export type Fields = Readonly<Record<string, unknown>>
/** What reading needs. */
export type Deps = {
  checksum: Checksum
  /** The account that signs, where it is known: orders name both sides. */
  signer?: string | undefined
}
/** Unix seconds; `never` for the far future, null when the message does not say. */
export type Expiry = bigint | 'never' | null

/** 1 January 2100: later dates mean "for good". */
const never = 4_102_444_800n

/** An integer in any of the spellings typed data may have; null when `value` is not one. */
export function integer(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // 80 characters hold any 256-bit number; reading longer text takes time that grows with its square.
  const isWritten =
    typeof value === 'string' && value.length <= 80 && /^(-?\d+|0x[0-9a-f]+)$/i.test(value)
  return isWritten ? BigInt(value) : null
}

/** Whether `value` is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * When a permission ends, `never` for the far future; null when the message does not say. Contracts take zero for no end (DAI), or for the
 * time at which it is used (Permit2), so it is never taken for one that is over.
 */
export function expiryOf(value: unknown): Expiry {
  const seconds = integer(value)
  return seconds !== null && (seconds <= 0n || seconds >= never) ? 'never' : seconds
}

/** The end of the permission that lasts the longest; null when that of one is not known, or there is none. */
export function latest(ends: readonly Expiry[]): Expiry {
  if (ends.length === 0) return null
  return ends.reduce((one, other) => {
    if (one === null || other === null) return null
    if (one === 'never' || other === 'never') return 'never'
    return one > other ? one : other
  })
}

/** An address with its checksum; other texts made inert, null for other values. */
export function address({ checksum }: Deps, value: unknown): string | null {
  if (typeof value !== 'string') return null
  return /^0x[0-9a-f]{40}$/i.test(value) ? checksum(value) : inertText(value, 100).text
}
