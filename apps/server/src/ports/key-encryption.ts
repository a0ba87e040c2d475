import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './random.js'

/** Encrypts what the database must not hold in clear, under the deployment's key. */
export interface KeyEncryption {
  /** Ciphertext that only opens with the same `context` (table, column and row: a moved value does not open). */
  seal(plaintext: Uint8Array, context: string): Uint8Array
  /** @throws Error when the ciphertext, the key or the context is not the one it was sealed with. */
  open(ciphertext: Uint8Array, context: string): Uint8Array
  /** 32 bytes that depend on the deployment's key and `purpose` only: for peppers. */
  derive(purpose: string): Uint8Array
}

const version = 1
const nonceLength = 12
const tagLength = 16

/**
 * AES-256-GCM under a key derived from `kek`; format: version byte, 12-byte nonce, ciphertext, 16-byte tag.
 *
 * @param kek 32 bytes.
 */
export function aesKeyEncryption(kek: Uint8Array, random: Random): KeyEncryption {
  if (kek.length !== 32) throw new RangeError('The key-encryption key must have 32 bytes')
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', kek, 'sallyport/kek/v1', purpose, 32))
  const key = derive('records')
  // Purposes are words in our code: there are a few.
  const derived = new Map<string, Uint8Array>()
  return {
    derive: (purpose) => {
      const known = derived.get(purpose) ?? derive(`derive/${purpose}`)
      derived.set(purpose, known)
      return known.slice()
    },
    seal: (plaintext, context) => {
      const nonce = random.bytes(nonceLength)
      return Buffer.concat([Buffer.of(version), nonce, sealAes({ key, nonce, context }, plaintext)])
    },
    open: (ciphertext, context) => {
      if (ciphertext[0] !== version) throw new Error('Unknown ciphertext version')
      const nonce = ciphertext.subarray(1, 1 + nonceLength)
      return openAes({ key, nonce, context }, ciphertext.subarray(1 + nonceLength))
    },
  }
}

interface AesInput {
  key: Uint8Array
  nonce: Uint8Array
  context: string
}

/** AES-256-GCM ciphertext followed by its 16-byte tag; `context` is authenticated. */
export function sealAes({ key, nonce, context }: AesInput, plaintext: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Plaintext of `sealAes`. @throws Error when anything was changed. */
export function openAes({ key, nonce, context }: AesInput, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
  const plaintext = decipher.update(sealed.subarray(0, sealed.length - tagLength))
  try {
    // Throws when anything was changed; it adds no bytes.
    decipher.final()
    return plaintext
  } catch (error) {
    plaintext.fill(0)
    throw error
  }
}
