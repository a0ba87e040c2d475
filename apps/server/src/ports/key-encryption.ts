import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './random.js'

/** Encrypts secrets for storage under the deployment's key. */
export interface KeyEncryption {
  /** Encrypts; decryption needs the same `context` (table, column and row), so a ciphertext cannot be moved to another row. */
  seal(plaintext: Uint8Array, context: string): Uint8Array
  /** Decrypts. @throws Error when the ciphertext, the key or the context differs. */
  open(ciphertext: Uint8Array, context: string): Uint8Array
  /** Derives 32 bytes from the deployment's key and `purpose`, for peppers. */
  derive(purpose: string): Uint8Array
}

const version = 1
const nonceLength = 12
const tagLength = 16

/**
 * Creates AES-256-GCM encryption under a key derived from `kek`. Format: version byte, 12-byte nonce, ciphertext, 16-byte tag.
 *
 * @param kek 32 bytes.
 */
export function aesKeyEncryption(kek: Uint8Array, random: Random): KeyEncryption {
  if (kek.length !== 32) throw new RangeError('The key-encryption key must have 32 bytes')
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', kek, 'sallyport/kek/v1', purpose, 32))
  const key = derive('records')
  // Purposes are constants in the code, so the cache stays small.
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

/** Decrypts `sealAes`. @throws Error when the key, nonce, context or ciphertext differs. */
export function openAes({ key, nonce, context }: AesInput, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
  const plaintext = decipher.update(sealed.subarray(0, sealed.length - tagLength))
  try {
    // Verifies the tag and returns no bytes.
    decipher.final()
    return plaintext
  } catch (error) {
    plaintext.fill(0)
    throw error
  }
}
