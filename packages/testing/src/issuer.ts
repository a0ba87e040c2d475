import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The login of an app, which signs tokens. */
export interface Issuer {
  /** SPKI PEM of its key. */
  publicKey: string
  /** Its key as a JWK with its `kid`. */
  jwk: Record<string, unknown>
  /** Returns a token; `header` and `claims` are written over the usual ones. */
  issue(claims: Record<string, unknown>, header?: Record<string, unknown>): string
}

/** Creates an issuer with a new P-256 key, or with the key given. */
export function createIssuer(options: {
  nowMs: () => number
  kid?: string
  alg?: 'ES256' | 'RS256'
  key?: { privateKey: KeyObject; publicKey: KeyObject }
}): Issuer {
  const { nowMs, kid = 'key-1', alg = 'ES256' } = options
  const { privateKey, publicKey } =
    options.key ??
    (alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
    issue: (claims, header = {}) => {
      const iat = Math.floor(nowMs() / 1000)
      const parts = [
        { alg, kid, typ: 'JWT', ...header },
        { iat, exp: iat + 300, ...claims },
      ]
      return signJws(parts, privateKey)
    },
  }
}

/** A compact JWS of header and payload, whatever they say. */
export function signJws(parts: readonly unknown[], privateKey: KeyObject): string {
  const input = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}
