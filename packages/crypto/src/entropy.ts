import type { Bytes } from './bytes.js'
import { randomBytes } from './random.js'
import type { RandomSource } from './web-crypto.js'

/**
 * Fresh entropy of a wallet root. The caller wipes it.
 *
 * @param random  `globalThis.crypto`.
 * @param options.bits  128 (12 words, the default) or 256 (24 words).
 * @throws RandomError when the source repeats itself or answers one byte throughout; there is no fallback
 *   (security.md 2.3).
 */
export function newEntropy(random: RandomSource, { bits = 128 }: { bits?: 128 | 256 } = {}): Bytes {
  return randomBytes(random, bits / 8)
}
