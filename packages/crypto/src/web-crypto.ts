import type { Bytes } from './bytes.js'

/** The one call of a cryptographic random source: `globalThis.crypto` in Node and in browsers is one. */
export type RandomSource = {
  getRandomValues(array: Bytes): Bytes
}

type AesGcm = { name: 'AES-GCM'; iv: Bytes; additionalData: Bytes; tagLength: 128 }

/** The part of WebCrypto this package calls; `globalThis.crypto` in Node and in browsers is one. */
export type WebCryptoLike = RandomSource & {
  readonly subtle: {
    importKey(
      format: 'raw',
      keyData: Bytes,
      algorithm: { name: 'AES-GCM' },
      extractable: boolean,
      keyUsages: ('encrypt' | 'decrypt')[],
    ): Promise<object>
    encrypt(algorithm: AesGcm, key: object, data: Bytes): Promise<ArrayBuffer>
    decrypt(algorithm: AesGcm, key: object, data: Bytes): Promise<ArrayBuffer>
  }
}

/** The part of `globalThis.crypto.subtle` that stretches a recovery phrase (RFC 8018). */
export type Pbkdf2 = {
  importKey(
    format: 'raw',
    keyData: Bytes,
    algorithm: 'PBKDF2',
    extractable: boolean,
    keyUsages: 'deriveBits'[],
  ): Promise<object>
  deriveBits(
    algorithm: { name: 'PBKDF2'; hash: 'SHA-512'; salt: Bytes; iterations: number },
    key: object,
    length: number,
  ): Promise<ArrayBuffer>
}

/** One AES-256-GCM message: what it is sealed with, what it is bound to. */
type AesGcmMessage = {
  webCrypto: WebCryptoLike
  key: Uint8Array
  nonce: Uint8Array
  aad: Uint8Array
}

/** `plaintext` encrypted under AES-256-GCM, the 16-byte tag at the end. */
export async function aesGcmSeal(message: AesGcmMessage, plaintext: Uint8Array): Promise<Bytes> {
  const key = await importKey(message, 'encrypt')
  const { subtle } = message.webCrypto
  return new Uint8Array(await subtle.encrypt(parameters(message), key, Uint8Array.from(plaintext)))
}

/** The plaintext of `ciphertext` (tag at its end); rejects when any bit of key, nonce, AAD or ciphertext differs. */
export async function aesGcmOpen(message: AesGcmMessage, ciphertext: Uint8Array): Promise<Bytes> {
  const key = await importKey(message, 'decrypt')
  const { subtle } = message.webCrypto
  return new Uint8Array(await subtle.decrypt(parameters(message), key, Uint8Array.from(ciphertext)))
}

async function importKey({ webCrypto, key }: AesGcmMessage, usage: 'encrypt' | 'decrypt') {
  if (key.length !== 32) throw new RangeError('AES-256-GCM keys have 32 bytes')
  const copy = Uint8Array.from(key)
  try {
    return await webCrypto.subtle.importKey('raw', copy, { name: 'AES-GCM' }, false, [usage])
  } finally {
    copy.fill(0)
  }
}

function parameters({ nonce, aad }: AesGcmMessage): AesGcm {
  return {
    name: 'AES-GCM',
    iv: Uint8Array.from(nonce),
    additionalData: Uint8Array.from(aad),
    tagLength: 128,
  }
}
