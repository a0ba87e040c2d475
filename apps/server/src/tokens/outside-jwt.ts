import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'

/** Algorithms that tokens of others may be signed with (wire reference §11.9). */
const outsideAlgorithms = ['RS256', 'ES256'] as const
type OutsideAlgorithm = (typeof outsideAlgorithms)[number]

/** A key that verifies tokens, with the one algorithm it is for. */
export interface VerifyKey {
  key: KeyObject
  alg: OutsideAlgorithm
  kid: string | undefined
}

/** The parts of a token before its signature is verified. */
export interface ReadJwt {
  alg: OutsideAlgorithm
  kid: string | undefined
  claims: Record<string, unknown>
  isSignedBy(key: VerifyKey): boolean
}

const segment = /^[A-Za-z0-9_-]+$/
const leastRsaBits = 2048

/**
 * Reads a compact JWS whose payload is a JSON object; undefined for any other text, for another algorithm, and for a header
 * with an extension (`crit`, `b64`).
 */
export function readOutsideJwt(token: string): ReadJwt | undefined {
  const parts = readParts(token)
  if (parts === undefined) return undefined
  const { header, claims, signature, input } = parts
  const alg = outsideAlgorithms.find((each) => each === header.alg)
  const { kid } = header
  if (alg === undefined || (kid !== undefined && typeof kid !== 'string')) return undefined
  return {
    alg,
    kid,
    claims,
    // The key decides the algorithm: a header cannot make an RSA key verify anything else.
    isSignedBy: (each) =>
      each.alg === alg &&
      verify('sha256', input, { key: each.key, dsaEncoding: 'ieee-p1363' }, signature),
  }
}

/** Reads a compact JWS as {@link readOutsideJwt}, of HS256 alone. */
export function readSecretJwt(
  token: string,
): { claims: Record<string, unknown>; isSignedBy(secret: string): boolean } | undefined {
  const parts = readParts(token)
  if (parts?.header.alg !== 'HS256') return undefined
  const { claims, signature, input } = parts
  return {
    claims,
    isSignedBy: (secret) => {
      const expected = createHmac('sha256', secret).update(input).digest()
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}

function readParts(token: string) {
  const [head = '', body = '', tail = '', ...rest] = token.split('.', 4)
  if (rest.length > 0 || ![head, body, tail].every((part) => segment.test(part))) return undefined
  const header = decode(head)
  const claims = decode(body)
  if (header === undefined || claims === undefined) return undefined
  if ('crit' in header || 'b64' in header) return undefined
  const signature = Buffer.from(tail, 'base64url')
  if (signature.toString('base64url') !== tail) return undefined
  return { header, claims, signature, input: Buffer.from(`${head}.${body}`) }
}

/** The key of an SPKI PEM; undefined when it is not a public key for RS256 or ES256. */
export function readPublicKey(pem: string): VerifyKey | undefined {
  // A private key or a certificate would be read as a public key, too.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem)) return undefined
  return toVerifyKey(() => createPublicKey(pem), undefined)
}

/** The usable keys of a JWKS; undefined when it is not one. Keys for anything else are left out. */
export function readJwks(value: unknown): VerifyKey[] | undefined {
  if (!isObject(value) || !Array.isArray(value.keys)) return undefined
  return value.keys.slice(0, 50).flatMap((jwk: unknown) => {
    if (!isObject(jwk) || (jwk.use !== undefined && jwk.use !== 'sig')) return []
    const { kid, alg } = jwk
    const key = toVerifyKey(
      () => createPublicKey({ key: publicPart(jwk), format: 'jwk' }),
      typeof kid === 'string' ? kid : undefined,
    )
    return key !== undefined && (alg === undefined || alg === key.alg) ? [key] : []
  })
}

/** Whether a key comes into question for a token: a key or a token that names none leaves that open. */
export function isKeyFor({ alg, kid }: Pick<ReadJwt, 'alg' | 'kid'>): (key: VerifyKey) => boolean {
  return (key) => key.alg === alg && (kid === undefined || key.kid === undefined || key.kid === kid)
}

/**
 * The key of a token: the one it names, else the only one of its algorithm. A token needs `kid` only when several keys come
 * into question (OpenID Connect Core 1.0, 10.1).
 */
export function keyOf(
  jwt: Pick<ReadJwt, 'alg' | 'kid'>,
  keys: readonly VerifyKey[],
): VerifyKey | undefined {
  const fitting = keys.filter(isKeyFor(jwt))
  const named = fitting.filter(({ kid }) => kid !== undefined && kid === jwt.kid)
  const [first, ...more] = named.length > 0 ? named : fitting
  return more.length === 0 ? first : undefined
}

/** Without private and symmetric members. */
function publicPart({ kty, n, e, crv, x, y }: Record<string, unknown>): Record<string, unknown> {
  return kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
}

function toVerifyKey(read: () => KeyObject, kid: string | undefined): VerifyKey | undefined {
  try {
    const key = read()
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa' && modulusLength >= leastRsaBits) {
      return { key, alg: 'RS256', kid }
    }
    if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') {
      return { key, alg: 'ES256', kid }
    }
  } catch {
    // Not a key.
  }
  return undefined
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
