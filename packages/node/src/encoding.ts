const hexDigits = /^(?:[0-9a-fA-F]{2})*$/

/** Bytes of a UTF-8 text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Bytes of base64 or base64url. @throws TypeError for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new TypeError('Expected base64', { cause })
  }
}

/** Lower-case hex without `0x`. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of hex with or without `0x`. @throws TypeError for other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (!hexDigits.test(digits)) throw new TypeError('Expected hex, two digits a byte')
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The parts one after another. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
