import { bytesToBase64url } from '../base64.js'
import type { DeviceRecord } from './device-record.js'

/** What a new device makes for itself. */
export interface DeviceKeys {
  sealingKey: CryptoKey
  signingKey: CryptoKey
  /** SPKI, base64url: what the server verifies the device's signatures with. */
  publicKey: string
}

/** Fresh keys of one generation; neither private key can be taken out of the browser. */
export async function newDeviceKeys(subtle: SubtleCrypto): Promise<DeviceKeys> {
  const [sealingKey, pair] = await Promise.all([
    subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
  ])
  const spki = await subtle.exportKey('spki', pair.publicKey)
  return {
    sealingKey,
    signingKey: pair.privateKey,
    publicKey: bytesToBase64url(new Uint8Array(spki)),
  }
}

/** The parts of a record that a share's ciphertext is bound to. */
type ShareOwner = Pick<DeviceRecord, 'appId' | 'userId' | 'walletId' | 'generationId'>

/** Seals the device share under the record's key, bound to the record's owner. The caller wipes `share`. */
export async function sealDeviceShare(
  webCrypto: Crypto,
  { sealingKey, share, ...owner }: ShareOwner & { sealingKey: CryptoKey; share: Uint8Array },
): Promise<Pick<DeviceRecord, 'shareNonce' | 'sealedShare'>> {
  const shareNonce = webCrypto.getRandomValues(new Uint8Array(12))
  const copy = new Uint8Array(share)
  try {
    const sealed = await webCrypto.subtle.encrypt(gcm(shareNonce, owner), sealingKey, copy)
    return { shareNonce, sealedShare: new Uint8Array(sealed) }
  } finally {
    copy.fill(0)
  }
}

/**
 * The device share of a record. The caller wipes it.
 *
 * @throws DOMException `OperationError` when the record was tampered with or is another owner's.
 */
export async function openDeviceShare(
  subtle: SubtleCrypto,
  record: DeviceRecord,
): Promise<Uint8Array<ArrayBuffer>> {
  const share = await subtle.decrypt(
    gcm(record.shareNonce, record),
    record.sealingKey,
    record.sealedShare,
  )
  return new Uint8Array(share)
}

/** The device's signature over `text`: ECDSA P-256 SHA-256, r and s of 32 bytes each, base64url. */
export async function signAsDevice(
  subtle: SubtleCrypto,
  { signingKey, text }: { signingKey: CryptoKey; text: string },
): Promise<string> {
  const signature = await subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    signingKey,
    new TextEncoder().encode(text),
  )
  return bytesToBase64url(new Uint8Array(signature))
}

function gcm(iv: Uint8Array<ArrayBuffer>, owner: ShareOwner): AesGcmParams {
  const { appId, userId, walletId, generationId } = owner
  const text = ['sallyport device share v1', appId, userId, walletId, generationId].join('\n')
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(text) }
}
