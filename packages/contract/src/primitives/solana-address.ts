import * as z from 'zod/mini'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** 32 bytes are 32 to 44 base58 digits. */
const maxDigits = 44

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

const refusal = { error: 'Invalid Solana address', abort: true }

/** A Solana address: trimmed, base58 of 32 bytes (specification §5). Not every one is a point of the curve. */
export const solanaAddress = z.string('Invalid Solana address').check(
  z.trim(),
  z.maxLength(maxDigits, refusal),
  z.refine((text) => decodeBase58(text)?.length === 32, refusal),
)
