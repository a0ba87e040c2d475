import { type Bytes, concat } from '../../bytes.js'

/** What RLP encodes: bytes, or a list of such. */
export type RlpInput = Uint8Array | readonly RlpInput[]

/** The RLP encoding (Ethereum yellow paper, appendix B). */
export function encodeRlp(input: RlpInput): Bytes {
  if (!(input instanceof Uint8Array)) {
    const items = concat(...input.map(encodeRlp))
    return concat(prefix(items.length, 0xc0), items)
  }
  const [first] = input
  if (input.length === 1 && first !== undefined && first < 0x80) return Uint8Array.from(input)
  return concat(prefix(input.length, 0x80), input)
}

/**
 * A non-negative integer as RLP wants it: big-endian, shortest, zero is empty.
 *
 * @throws RangeError when it is negative. How large it may be is the caller's to say.
 */
export function integerBytes(value: bigint): Bytes {
  if (value < 0n) throw new RangeError('RLP has no negative integers')
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function prefix(length: number, base: 0x80 | 0xc0): Bytes {
  if (length <= 55) return Uint8Array.of(base + length)
  const size = integerBytes(BigInt(length))
  return concat(Uint8Array.of(base + 55 + size.length), size)
}
