/** Reads numbers and bytes one after the other, as Bitcoin writes them: little-endian. Throws RangeError at the end. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('Cut short')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0
  }

  u32(): number {
    return Number(this.#number(4))
  }

  u64(): bigint {
    return this.#number(8)
  }

  /** A length of one, three, five or nine bytes, in its shortest form. */
  compact(): number {
    const first = this.byte()
    if (first < 0xfd) return first
    const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 8
    const value = this.#number(width)
    const least = width === 2 ? 0xfdn : width === 4 ? 0x10000n : 0x100000000n
    if (value < least || value > 0xffffffffn) throw new RangeError('Not a length')
    return Number(value)
  }

  hex(length: number): string {
    return hexOf(this.bytes(length))
  }

  /** As `hex`, the last byte first. */
  reversedHex(length: number): string {
    return hexOf(this.bytes(length).slice().reverse())
  }

  requireEnd(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('More than expected')
  }

  #number(width: number): bigint {
    return this.bytes(width).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
