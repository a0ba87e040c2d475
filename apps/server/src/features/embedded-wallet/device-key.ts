import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { ApiError } from '@sallyport/contract'

/**
 * The bytes of a device's public key: canonical SPKI of an ECDSA P-256 key.
 *
 * @throws ApiError `invalid_data` for anything else.
 */
export function readDeviceKey(spki: Uint8Array): Uint8Array {
  const key = importKey(spki)
  const canonical = key?.export({ format: 'der', type: 'spki' })
  if (!canonical?.equals(spki)) {
    throw new ApiError('invalid_data', { message: 'Invalid device public key' })
  }
  return canonical
}

/**
 * Whether the device key made this signature over the message's UTF-8 bytes.
 *
 * @param proof.signature  raw r‖s, 64 bytes, as WebCrypto makes it (ECDSA P-256, SHA-256).
 */
export function isDeviceSignature(
  spki: Uint8Array,
  proof: { message: string; signature: Uint8Array },
): boolean {
  const key = importKnown(spki)
  if (!key || proof.signature.length !== 64) return false
  const data = new TextEncoder().encode(proof.message)
  return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, proof.signature)
}

/** Keys of devices that signed lately: importing one takes longer than verifying with it. Public keys only. */
const imported = new Map<string, KeyObject>()
const mostImported = 10_000

function importKnown(spki: Uint8Array): KeyObject | undefined {
  const name = Buffer.from(spki).toString('base64')
  const known = imported.get(name)
  if (known) return known
  const key = importKey(spki)
  if (!key) return undefined
  // A Map keeps the order in which its entries came: the oldest goes.
  const [oldest] = imported.size >= mostImported ? imported.keys() : []
  if (oldest !== undefined) imported.delete(oldest)
  imported.set(name, key)
  return key
}

function importKey(spki: Uint8Array): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    const isP256 =
      key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return isP256 ? key : undefined
  } catch {
    return undefined // Not a key at all: the caller refuses it like a wrong one.
  }
}
