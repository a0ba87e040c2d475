import * as z from 'zod/mini'
import { decodeBase58 } from './base58.js'

/** 32 bytes are 32 to 44 base58 digits. */
const maxDigits = 44
const refusal = { error: 'Invalid Solana address', abort: true }

/** A Solana address: trimmed, base58 of 32 bytes (specification §5). Not every one is a point of the curve. */
export const solanaAddress = z.string('Invalid Solana address').check(
  z.trim(),
  z.maxLength(maxDigits, refusal),
  z.refine((text) => decodeBase58(text)?.length === 32, refusal),
)
