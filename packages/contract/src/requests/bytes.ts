const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes in base58 (Bitcoin's alphabet), as Solana writes addresses. Meant for keys: the work grows with the square. */
export function toBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/** Bytes as `0x` hex, two digits a byte. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${pairsOf(bytes).join('')}`
}

/** The bytes of `0x` hex; null when `text` is not whole bytes of hex. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^0x([0-9a-f]{2})*$/i.test(text)) return null
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** `bytes` as text when they are UTF-8 without control characters; null when they are not. */
export function readableText(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return null
  try {
    // Decodes UTF-8 strictly and keeps a byte order mark, without asking for a web platform.
    const text = decodeURIComponent(pairsOf(bytes).reduce((all, pair) => `${all}%${pair}`, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what makes bytes not text
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) ? null : text
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function pairsOf(bytes: Uint8Array): string[] {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
}
