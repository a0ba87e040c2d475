import { randomBytes, randomInt } from 'node:crypto'

/** A source of randomness for secrets. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Uint8Array
  /** An unpredictable integer, 0 ≤ n < `max`, without bias. */
  below(max: number): number
}

/** The operating system's generator. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  below: (max) => randomInt(max),
}

const idAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of `length` lower-case letters and digits that starts with a letter (25 of them hold 128 bits). */
export function randomId(random: Random, length = 25): string {
  const first = idAlphabet.charAt(random.below(26))
  const rest = Array.from({ length: length - 1 }, () =>
    idAlphabet.charAt(random.below(idAlphabet.length)),
  )
  return first + rest.join('')
}

/** 32 random bytes as base64url: an unguessable token. */
export function randomToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}
