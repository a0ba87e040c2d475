import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** A P-256 key that can verify, and the name under which it counts once. */
export interface MemberKey {
  /** The x coordinate, base64url: a key and its negative are one key, since who holds one holds the other. */
  id: string
  key: KeyObject
}

/** The key of SPKI in base64; undefined when it is not a public key on P-256. Private keys and other curves are none. */
export function readPublicKey(spki: string): MemberKey | undefined {
  try {
    const der = Buffer.from(spki, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    const { x } = key.export({ format: 'jwk' })
    return x === undefined ? undefined : { id: x, key }
  } catch {
    return undefined // Not SPKI, or not a point of the curve.
  }
}

/** Whether a key has signed the bytes: ECDSA with SHA-256, DER in base64 (wire reference §25). */
export function isSignedBy(
  { key }: MemberKey,
  { payload, signature }: { payload: Uint8Array; signature: string },
): boolean {
  return verify('sha256', payload, key, Buffer.from(signature, 'base64'))
}
