import { createCipheriv, createDecipheriv } from 'node:crypto'

const tagLength = 16

interface AesInput {
  key: Uint8Array
  nonce: Uint8Array
  context: string | Uint8Array
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
