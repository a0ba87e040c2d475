import { deriveKey, wipe } from '@sallyport/crypto'
import type { DeviceRecord, KeptKey, PinnedAccount } from '../device/device-record.js'

/** The root a kept key belongs to. `entropy` is the caller's to wipe. */
export type KeptRoot = Pick<DeviceRecord, 'appId' | 'userId' | 'walletId'> & { entropy: Uint8Array }

/**
 * The private key of an address, sealed for the device to keep. Only the root's entropy opens it: it takes the same two
 * shares as deriving the key anew, and a small part of the time.
 */
export async function keepKey(
  webCrypto: Crypto,
  root: KeptRoot,
  { privateKey, ...account }: PinnedAccount & { privateKey: Uint8Array },
): Promise<KeptKey> {
  const nonce = webCrypto.getRandomValues(new Uint8Array(12))
  const copy = new Uint8Array(privateKey)
  try {
    const key = await keyOf(webCrypto.subtle, root, 'encrypt')
    const sealed = await webCrypto.subtle.encrypt(gcm(nonce, root, account), key, copy)
    return { nonce, sealed: new Uint8Array(sealed) }
  } finally {
    wipe(copy)
  }
}

/**
 * The private key kept of `account`; the caller wipes it and checks its address. `undefined` when none is kept or it
 * does not open: deriving it anew always works.
 */
export async function openKeptKey(
  webCrypto: Crypto,
  root: KeptRoot,
  account: PinnedAccount,
): Promise<Uint8Array | undefined> {
  if (!account.keptKey) return undefined
  const { nonce, sealed } = account.keptKey
  try {
    const key = await keyOf(webCrypto.subtle, root, 'decrypt')
    const opened = await webCrypto.subtle.decrypt(gcm(nonce, root, account), key, sealed)
    return new Uint8Array(opened)
  } catch {
    // Damaged, or of another root: whatever is derived instead is compared with the pinned address all the same.
    return undefined
  }
}

async function keyOf(
  subtle: SubtleCrypto,
  { entropy, walletId }: KeptRoot,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const key = deriveKey({ secret: entropy, info: 'sallyport kept key v1', salt: walletId })
  try {
    return await subtle.importKey('raw', key, 'AES-GCM', false, [usage])
  } finally {
    wipe(key)
  }
}

function gcm(
  iv: Uint8Array<ArrayBuffer>,
  { appId, userId, walletId }: KeptRoot,
  { chainType, walletIndex, address }: PinnedAccount,
): AesGcmParams {
  const place = [appId, userId, walletId, chainType, walletIndex, address]
  const text = ['sallyport kept key v1', ...place].join('\n')
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(text) }
}
