import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'

/** A public ES256 key that an app's tokens are verified with. */
export interface VerifyingKey {
  /** RFC 7638 thumbprint of the public key. */
  kid: string
  /** First part of every JWT it signs, base64url. */
  jwtHeader: string
  publicKey: KeyObject
  /** The public key as an entry of the app's JWKS. */
  jwk: PublicJwk
}

/** An app's ES256 key pair. */
export interface SigningKey extends VerifyingKey {
  privateKey: KeyObject
}

/** A P-256 signature key as JWKS lists it (RFC 7517). */
interface PublicJwk {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  use: 'sig'
  alg: 'ES256'
}

/** A new key pair: PKCS #8 DER of the private key, which the caller wipes, and SPKI PEM of the public one. */
export function generateSigningKey(): { pkcs8: Uint8Array; verificationKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }),
    verificationKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** The key pair of a PKCS #8 DER private key on P-256. The caller wipes `pkcs8`. */
export function loadSigningKey({ buffer, byteOffset, byteLength }: Uint8Array): SigningKey {
  // The same bytes under the type Node takes, not a copy that would not be wiped.
  const key = Buffer.from(buffer, byteOffset, byteLength)
  const privateKey = createPrivateKey({ key, type: 'pkcs8', format: 'der' })
  return { ...describePublicKey(createPublicKey(privateKey)), privateKey }
}

/** The public key of an app, from SPKI PEM. */
export function loadVerifyingKey(verificationKey: string): VerifyingKey {
  return describePublicKey(createPublicKey(verificationKey))
}

function describePublicKey(publicKey: KeyObject): VerifyingKey {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // RFC 7638, 3.2: the required members only, in this order, without white space.
  const kid = createHash('sha256')
    .update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)
    .digest('base64url')
  const jwtHeader = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid }))
  return {
    kid,
    jwtHeader: jwtHeader.toString('base64url'),
    publicKey,
    jwk: { kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' },
  }
}
