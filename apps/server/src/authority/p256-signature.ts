import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Whether `point` is a P-256 public key: its raw, uncompressed point in base64url. */
export function isP256Point(point: string): boolean {
  return importPoint(point) !== undefined
}

/**
 * Whether the key at `publicKey` made this signature over the message's UTF-8 bytes.
 *
 * @param proof.signature  raw r and s, base64url, as WebCrypto makes it (ECDSA P-256, SHA-256).
 */
export function isSignedByPoint(proof: {
  publicKey: string
  signature: string
  message: string
}): boolean {
  const key = importPoint(proof.publicKey)
  if (!key) return false
  const bytes = Buffer.from(proof.signature, 'base64url')
  return verify('sha256', Buffer.from(proof.message), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function importPoint(point: string): KeyObject | undefined {
  const bytes = Buffer.from(point, 'base64url')
  // In one spelling only: the text names a guest's account.
  if (bytes.length !== 65 || bytes[0] !== 4 || bytes.toString('base64url') !== point)
    return undefined
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined // Not a point of the curve: refused like an absent key.
  }
}
