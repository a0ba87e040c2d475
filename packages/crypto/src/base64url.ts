import { base64urlnopad } from '@scure/base'
import type { Bytes } from './bytes.js'

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/**
 * The bytes a canonical, unpadded base64url text stands for.
 *
 * @throws TypeError when a character, the length or the unused last bits are not canonical. The text is not repeated.
 */
export function fromBase64url(text: string): Bytes {
  try {
    return Uint8Array.from(base64urlnopad.decode(text))
  } catch {
    // The cause is dropped on purpose: it quotes its input, and the input may be a share.
    throw new TypeError('Not canonical base64url')
  }
}
