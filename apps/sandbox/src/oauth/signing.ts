import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

const kid = 'simulator-1'

/** The keys of the simulated providers. */
export interface SimulatorKeys {
  /** The set that every provider with ID tokens publishes. */
  jwks: object
  /** RS256; with a `secret` HS256. */
  signIdToken(claims: object, options: { isSigned: boolean; secret?: string | undefined }): string
  /** PEM of the private key that the sandbox's app signs its Apple assertions with. */
  applePrivateKey: string
  /** Whether Apple would take the assertion for this client. */
  isAssertion(assertion: string, expected: { clientId: string; nowMs: number }): boolean
}

/** Generates the keys. An Apple key that was generated before can be given, as PEM. */
export function createKeys(applePrivateKey?: string): SimulatorKeys {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = applePrivateKey ?? newAppleKey()
  const appleKey = createPublicKey(pem)
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    signIdToken: (claims, { isSigned, secret }) =>
      signJwt(claims, isSigned ? (secret ?? privateKey) : undefined),
    applePrivateKey: pem,
    isAssertion: (assertion, expected) => isAssertion(assertion, { ...expected, key: appleKey }),
  }
}

function newAppleKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

function signJwt(claims: object, key: KeyObject | string | undefined): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = typeof key === 'string' ? { alg: 'HS256' } : { alg: key ? 'RS256' : 'none', kid }
  const input = `${encode({ ...header, typ: 'JWT' })}.${encode(claims)}`
  if (key === undefined) return `${input}.`
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(input).digest()
      : sign('sha256', Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

function isAssertion(
  assertion: string,
  { clientId, nowMs, key }: { clientId: string; nowMs: number; key: KeyObject },
): boolean {
  const [head = '', body = '', tail = ''] = assertion.split('.')
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString())
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    const { alg, kid: keyId } = Object(header)
    const { iss, aud, sub, exp } = Object(claims)
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(tail, 'base64url'),
    )
    return (
      isSigned &&
      alg === 'ES256' &&
      Boolean(keyId && iss) &&
      aud === 'https://appleid.apple.com' &&
      sub === clientId &&
      exp > nowMs / 1000
    )
  } catch {
    // Not a JWT.
    return false
  }
}
