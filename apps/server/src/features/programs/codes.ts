import { type HashKey, keyedHashes } from '../../authority/keyed-hash.js'
import { type Random, randomToken } from '../../ports/random.js'

/** Consonants, so that no words appear, without those that are taken for others. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

/** The code that a program keeps to itself: 256 bits. */
export const newDeviceCode = (random: Random): string => randomToken(random)

/** The code that a user reads and types, such as WDJB-MJHT. */
export function newUserCode(random: Random): string {
  const code = Array.from({ length: codeLength }, () =>
    letters.charAt(random.below(letters.length)),
  ).join('')
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

/** A user's code as it is hashed: any case, with or without dashes and spaces. Undefined for what is none. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s\-‐-―]/g, '')
  const isCode = code.length === codeLength && [...code].every((each) => letters.includes(each))
  return isCode ? code : undefined
}

/** What is stored of a code, by each of the deployment's keys, the newest first. */
export function codeHashes(
  key: HashKey,
  { appId, kind, code }: { appId: string; kind: 'device' | 'user'; code: string },
): string[] {
  return keyedHashes(key, 'program-code', [appId, kind, code]).map((hash) =>
    Buffer.from(hash).toString('hex'),
  )
}
