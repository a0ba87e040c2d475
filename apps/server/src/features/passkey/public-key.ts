import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

/** Algorithms a passkey may have, best first (COSE): ES256, EdDSA, RS256. */
export const algorithms: readonly number[] = [-7, -8, -257]

const rsaBits = { min: 2048, max: 4096 }

/**
 * Whether a COSE key is one that can verify signatures: an algorithm that was offered, a point on its curve, an RSA modulus
 * of usual size (PKY-14). The verifier checks a key only at the first login, too late for a user who has no other way in.
 */
export function isUsableKey(cosePublicKey: Uint8Array<ArrayBuffer>): boolean {
  try {
    const jwk = toJwk(cosePublicKey)
    if (jwk === undefined) return false
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength: bits } = asymmetricKeyDetails ?? {}
    return bits === undefined || (bits >= rsaBits.min && bits <= rsaBits.max)
  } catch {
    return false
  }
}

function toJwk(cosePublicKey: Uint8Array<ArrayBuffer>): JsonWebKey | undefined {
  const key = decodeCredentialPublicKey(cosePublicKey)
  const algorithm = key.get(cose.COSEKEYS.alg)
  if (cose.isCOSEPublicKeyEC2(key) && algorithm === cose.COSEALG.ES256) {
    if (key.get(cose.COSEKEYS.crv) !== cose.COSECRV.P256) return undefined
    const [x, y] = [text(key.get(cose.COSEKEYS.x)), text(key.get(cose.COSEKEYS.y))]
    return { kty: 'EC', crv: 'P-256', x, y }
  }
  if (cose.isCOSEPublicKeyOKP(key) && algorithm === cose.COSEALG.EdDSA) {
    if (key.get(cose.COSEKEYS.crv) !== cose.COSECRV.ED25519) return undefined
    return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) }
  }
  if (cose.isCOSEPublicKeyRSA(key) && algorithm === cose.COSEALG.RS256) {
    const [n, e] = [text(key.get(cose.COSEKEYS.n)), text(key.get(cose.COSEKEYS.e))]
    return { kty: 'RSA', n, e }
  }
  return undefined
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('base64url')
}
