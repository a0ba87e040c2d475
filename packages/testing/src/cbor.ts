/** Encodes whole numbers, bytes, texts, lists and maps as CBOR (RFC 8949): what authenticators write. */
export function cbor(value: unknown): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  throw new Error('CBOR of this value is not supported')
}

function head(type: number, argument: number): Uint8Array {
  const first = type << 5
  if (argument < 24) return Uint8Array.of(first | argument)
  if (argument < 256) return Uint8Array.of(first | 24, argument)
  return Uint8Array.of(first | 25, argument >> 8, argument & 255)
}
