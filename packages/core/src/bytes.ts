/** Bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Bytes of standard base64; throws `DOMException` for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

/** Bytes as 0x hex. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes of base58, as Solana addresses and signatures are written. @throws RangeError for other characters. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> {
  const digits: number[] = []
  for (const letter of text) {
    let carry = base58Alphabet.indexOf(letter)
    if (carry < 0) throw new RangeError('Not base58')
    for (let at = 0; at < digits.length; at += 1) {
      carry += (digits[at] ?? 0) * 58
      digits[at] = carry & 0xff
      carry >>= 8
    }
    while (carry > 0) {
      digits.push(carry & 0xff)
      carry >>= 8
    }
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...digits.reverse()])
}
