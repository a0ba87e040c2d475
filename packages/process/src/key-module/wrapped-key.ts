import { randomBytes } from 'node:crypto'
import type { KeySession } from './pkcs11.js'
import { KeyModuleError } from './problems.js'

/** How a wrapped key begins in a setting; base64url of nonce and ciphertext follows. */
export const wrappedPrefix = 'pkcs11:'
const nonceLength = 12
const keyLength = 32

/** A key as settings have it. @param key  32 bytes. */
export function wrapKey(key: Uint8Array, session: KeySession): string {
  const nonce = randomBytes(nonceLength)
  const bytes = Buffer.concat([nonce, session.encrypt(key, nonce)])
  return wrappedPrefix + bytes.toString('base64url')
}

/** The key in base64. @throws KeyModuleError `not_wrapped`. */
export function unwrapKey(word: string, session: KeySession): string {
  const bytes = Buffer.from(word.slice(wrappedPrefix.length), 'base64url')
  const nonce = bytes.subarray(0, nonceLength)
  const key = session.decrypt(bytes.subarray(nonceLength), nonce)
  if (key.length !== keyLength) throw new KeyModuleError('not_wrapped')
  return Buffer.from(key).toString('base64')
}
