const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The bytes base58 text stands for, or `undefined` when a character is not a digit of it. Bitcoin's alphabet; each
 * leading `1` is a zero byte, so that text and bytes name each other. Time grows with the square of the length.
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n
  for (const digit of text) {
    const index = alphabet.indexOf(digit)
    if (index < 0) return undefined
    value = value * 58n + BigInt(index)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.push(Number(value & 255n))
  for (let i = 0; text[i] === '1'; i++) bytes.push(0)
  return Uint8Array.from(bytes.reverse())
}
