import { argon2id } from 'hash-wasm'
import type { Bytes } from './bytes.js'

/** How a password is stretched; kept beside what it protects. */
export interface PasswordStretch {
  memoryKib: number
  passes: number
  /** 16 bytes, random for each use. */
  salt: Uint8Array
}

/** What is used for new secrets: 64 MiB and three passes (security.md 2.9). */
export const newStretch = { memoryKib: 65_536, passes: 3 } as const

/** Less can be guessed too quickly; more stops a phone. */
const limits = {
  memoryKib: { least: 47_104, most: 262_144 },
  passes: { least: 1, most: 10 },
} as const

const saltLength = 16

/** Whether a stretch is one that `stretchPassword` takes, and if not, on which side. */
export function judgeStretch({
  memoryKib,
  passes,
  salt,
}: PasswordStretch): 'usable' | 'weak' | 'excessive' {
  const isWhole = [memoryKib, passes].every(Number.isInteger)
  const isWeak = memoryKib < limits.memoryKib.least || passes < limits.passes.least
  if (!isWhole || isWeak || salt.length !== saltLength) return 'weak'
  const isExcessive = memoryKib > limits.memoryKib.most || passes > limits.passes.most
  return isExcessive ? 'excessive' : 'usable'
}

/**
 * The 32 bytes that argon2id makes of a password (RFC 9106, version 0x13, one lane), which is normalised by NFKC first. It takes
 * about half a second on the thread that calls it. The caller wipes the result.
 *
 * @throws RangeError for an empty password, and for parameters below or above the limits, wherever they come from.
 */
export async function stretchPassword(password: string, stretch: PasswordStretch): Promise<Bytes> {
  const judged = judgeStretch(stretch)
  if (judged !== 'usable') throw new RangeError(`Parameters of argon2id are ${judged}`)
  if (password === '') throw new RangeError('The password is empty')
  const key = await argon2id({
    password: password.normalize('NFKC'),
    salt: stretch.salt,
    iterations: stretch.passes,
    memorySize: stretch.memoryKib,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
  return Uint8Array.from(key)
}
