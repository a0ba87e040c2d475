import { deriveKey, wipe } from '@sallyport/crypto'
import type { CachedKey, DeviceRecord, PinnedAccount } from '../device/device-record.js'

/** A private key, 32 bytes, and its public one, where the chain signs quicker with it. */
interface KeyPair {
  privateKey: Uint8Array
  publicKeyBytes?: Uint8Array | undefined
}

/** The root a cached key belongs to. `entropy` is the caller's to wipe. */
export type CachedKeyRoot = Pick<DeviceRecord, 'appId' | 'userId' | 'walletId'> & {
  entropy: Uint8Array
}

const keyLength = 32

/**
 * The keys of an address, sealed for the device to keep. Only the root's entropy opens it: it takes the same two
 * shares as deriving the key anew, and a small part of the time.
 */
export async function sealCachedKey(
  webCrypto: Crypto,
  root: CachedKeyRoot,
  { privateKey, publicKeyBytes = new Uint8Array(), ...account }: PinnedAccount & KeyPair,
): Promise<CachedKey> {
  const nonce = webCrypto.getRandomValues(new Uint8Array(12))
  const copy = new Uint8Array(keyLength + publicKeyBytes.length)
  copy.set(privateKey)
  copy.set(publicKeyBytes, keyLength)
  try {
    const key = await keyOf(webCrypto.subtle, root, 'encrypt')
    const sealed = await webCrypto.subtle.encrypt(gcm(nonce, root, account), key, copy)
    return { nonce, sealed: new Uint8Array(sealed) }
  } finally {
    wipe(copy)
  }
}

/**
 * The keys kept of `account`; the caller wipes the private one and checks the address. `undefined` when none is kept or it
 * does not open: deriving it anew always works.
 */
export async function openCachedKey(
  webCrypto: Crypto,
  root: CachedKeyRoot,
  account: PinnedAccount,
): Promise<KeyPair | undefined> {
  if (!account.cachedKey) return undefined
  const { nonce, sealed } = account.cachedKey
  try {
    const key = await keyOf(webCrypto.subtle, root, 'decrypt')
    const opened = await webCrypto.subtle.decrypt(gcm(nonce, root, account), key, sealed)
    const privateKey = new Uint8Array(opened, 0, keyLength)
    const publicKeyBytes = new Uint8Array(opened, keyLength)
    return { privateKey, publicKeyBytes: publicKeyBytes.length > 0 ? publicKeyBytes : undefined }
  } catch {
    // Damaged, or of another root: whatever is derived instead is compared with the pinned address all the same.
    return undefined
  }
}

async function keyOf(
  subtle: SubtleCrypto,
  { entropy, walletId }: CachedKeyRoot,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const key = deriveKey({ secret: entropy, info: 'sallyport cached key v1', salt: walletId })
  try {
    return await subtle.importKey('raw', key, 'AES-GCM', false, [usage])
  } finally {
    wipe(key)
  }
}

function gcm(
  iv: Uint8Array<ArrayBuffer>,
  { appId, userId, walletId }: CachedKeyRoot,
  { chainType, walletIndex, address }: PinnedAccount,
): AesGcmParams {
  const place = [appId, userId, walletId, chainType, walletIndex, address]
  const text = ['sallyport cached key v1', ...place].join('\n')
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(text) }
}
