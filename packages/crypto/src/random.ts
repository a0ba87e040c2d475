import { type Bytes, equalBytes } from './bytes.js'
import type { RandomSource } from './web-crypto.js'
import { wipe } from './wipe.js'

/** The random source failed its health check; nothing was made from it. */
export class RandomError extends Error {
  override readonly name = 'RandomError'
}

/**
 * `length` random bytes, checked: the source is drawn twice and must not repeat itself or answer one byte throughout.
 *
 * @param length  16 or more: below that an honest source could repeat by chance.
 * @throws RandomError when the source repeats or stands still; what the source throws is passed on.
 */
export function randomBytes(random: RandomSource, length: number): Bytes {
  if (!Number.isInteger(length) || length < 16) throw new RangeError('At least 16 random bytes')
  const drawn = random.getRandomValues(new Uint8Array(length))
  const check = random.getRandomValues(new Uint8Array(length))
  try {
    if (drawn.length !== length || check.length !== length)
      throw new RandomError('The random source answered the wrong length')
    if (standsStill(drawn) || standsStill(check) || equalBytes(drawn, check))
      throw new RandomError('The random source repeats itself')
    return Uint8Array.from(drawn)
  } finally {
    wipe(drawn, check)
  }
}

function standsStill(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === bytes[0])
}
