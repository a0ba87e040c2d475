import { inflateSync } from 'node:zlib'

/** Bytes of a WOFF's header, and of each entry of its table directory. */
const header = 44
const entry = 20

/**
 * A WOFF 1 file as the OpenType font that is packed in it: the form in which a system's fonts have to be.
 *
 * @see W3C WOFF File Format 1.0, sections 3 to 5; OpenType 1.9, "Organization of an OpenType Font".
 */
export function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(12 + 16 * count)
  woff.copy(directory, 0, 4, 8)
  const largestPower = 2 ** Math.floor(Math.log2(count))
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(16 * largestPower, 6)
  directory.writeUInt16BE(Math.log2(largestPower), 8)
  directory.writeUInt16BE(16 * (count - largestPower), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const from = header + entry * index
    const table = tableAt(woff, from)
    const to = 12 + 16 * index
    woff.copy(directory, to, from, from + 4)
    woff.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(table.length, to + 12)
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc(-table.length & 3)
    parts.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, at: number): Buffer {
  const start = woff.readUInt32BE(at + 4)
  const packedLength = woff.readUInt32BE(at + 8)
  const packed = woff.subarray(start, start + packedLength)
  return packedLength < woff.readUInt32BE(at + 12) ? inflateSync(packed) : packed
}
