import { deriveKey, type ShareScope, wipe } from '@sallyport/crypto'

const nonceLength = 12

/**
 * The recovery share as the server keeps it: `nonce(12) ‖ AES-256-GCM ciphertext and tag` under
 * HKDF(recovery key, salt = wallet id, info = "recovery-share-v1"), bound to its scope (security design §2.9).
 */
export async function sealRecoveryShare(
  webCrypto: Crypto,
  input: { recoveryKey: Uint8Array; share: Uint8Array; scope: ShareScope },
): Promise<Uint8Array> {
  const key = await importKey(webCrypto, input, 'encrypt')
  const nonce = webCrypto.getRandomValues(new Uint8Array(nonceLength))
  const share = new Uint8Array(input.share)
  try {
    const ciphertext = await webCrypto.subtle.encrypt(gcm(nonce, input.scope), key, share)
    const sealed = new Uint8Array(nonceLength + ciphertext.byteLength)
    sealed.set(nonce)
    sealed.set(new Uint8Array(ciphertext), nonceLength)
    return sealed
  } finally {
    wipe(share)
  }
}

/**
 * The recovery share. The caller wipes it.
 *
 * @throws DOMException `OperationError` when key, scope or bytes are not those it was sealed with.
 */
export async function openRecoveryShare(
  webCrypto: Crypto,
  input: { recoveryKey: Uint8Array; encrypted: Uint8Array; scope: ShareScope },
): Promise<Uint8Array> {
  const key = await importKey(webCrypto, input, 'decrypt')
  const nonce = input.encrypted.slice(0, nonceLength)
  const ciphertext = input.encrypted.slice(nonceLength)
  return new Uint8Array(await webCrypto.subtle.decrypt(gcm(nonce, input.scope), key, ciphertext))
}

async function importKey(
  { subtle }: Crypto,
  { recoveryKey, scope }: { recoveryKey: Uint8Array; scope: ShareScope },
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const bytes = deriveKey({ secret: recoveryKey, salt: scope.walletId, info: 'recovery-share-v1' })
  try {
    return await subtle.importKey('raw', bytes, 'AES-GCM', false, [usage])
  } finally {
    wipe(bytes)
  }
}

function gcm(iv: Uint8Array<ArrayBuffer>, scope: ShareScope): AesGcmParams {
  const { appId, userId, walletId, generationId } = scope
  const text = ['sallyport recovery share v1', appId, userId, walletId, generationId].join('\n')
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(text) }
}
