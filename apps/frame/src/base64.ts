/** Base64url without padding. */
export function bytesToBase64url(bytes: Uint8Array): string {
  return bytesToBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * The bytes of a base64url text, padded or not.
 *
 * @throws TypeError when it is not base64url.
 */
export function base64urlToBytes(text: string): Uint8Array<ArrayBuffer> {
  return base64ToBytes(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** Standard base64 with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * The bytes of a standard base64 text.
 *
 * @throws TypeError when it is not base64; the text is not in the error.
 */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new TypeError('Not base64')
  }
}
