/** Bytes over a plain (never shared) buffer: what WebCrypto, `fetch` and IndexedDB accept. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A new array holding `parts` one after the other. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** The bytes of an ASCII string; `undefined` when it holds anything but printable ASCII. */
export function asciiBytes(text: string): Bytes | undefined {
  if (!/^[\x20-\x7e]*$/.test(text)) return undefined
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * Whether two arrays hold the same bytes, without an early exit on the first difference.
 *
 * @remarks The lengths are public.
 */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  a.forEach((byte, i) => {
    difference |= byte ^ (b[i] ?? 0)
  })
  return difference === 0
}
