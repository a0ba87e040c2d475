import { sign, verify } from 'node:crypto'
import type { KnownTokens } from './known-tokens.js'
import type { SigningKey, VerifyingKey } from './signing-key.js'

/** Clock difference that is forgiven, in seconds (security design 3.1). */
const toleranceSeconds = 5
const maxLength = 8192
const segment = /^[A-Za-z0-9_-]+$/

/** Claims every token of ours carries; times in seconds. */
export interface Claims {
  iss: string
  aud: string
  sub: string
  iat: number
  exp: number
  [claim: string]: unknown
}

/** A compact ES256 JWT with `typ: JWT` and the key's `kid` (wire reference §5.1). */
export function signJwt(claims: Claims, key: SigningKey): string {
  return signJws(claims, key)
}

/** A compact ES256 JWS of a JSON payload, with the header of the app's tokens. */
export function signJws(payload: object, key: SigningKey): string {
  const input = `${key.jwtHeader}.${encode(payload)}`
  const signature = sign('sha256', Buffer.from(input), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${input}.${signature.toString('base64url')}`
}

/** What a token must be; nothing is optional. */
export interface Expected {
  /** The token names one of them by its thumbprint. */
  keys: readonly VerifyingKey[]
  issuer: string
  audience: string
  nowMs: number
  /** Longest life a token may claim, in seconds. */
  maxLifeSeconds: number
  /** Only for `POST /sessions`, where the access token may have run out. */
  allowExpired: boolean
  /** Tokens whose signature need not be verified again. */
  known: KnownTokens
}

/**
 * The claims of a token that is exactly what is expected, else `undefined`: ES256 by a live key of the app, `typ: JWT`,
 * no critical extension, issuer and audience equal, `iat` and `nbf` not ahead and `exp` not behind by more than 5 s.
 */
export function verifyJwt(token: string, expected: Expected): Claims | undefined {
  if (token.length > maxLength) return undefined
  const [head = '', body = '', tail = '', ...rest] = token.split('.', 4)
  if (rest.length > 0 || ![head, body, tail].every((part) => segment.test(part))) return undefined
  const key = keyOf(head, expected.keys)
  if (key === undefined) return undefined
  if (!expected.known.has(token)) {
    if (!isSigned(`${head}.${body}`, tail, key)) return undefined
    expected.known.add(token)
  }
  return checkClaims(decode(body), expected)
}

function keyOf(head: string, keys: readonly VerifyingKey[]): VerifyingKey | undefined {
  const same = keys.find(({ jwtHeader }) => jwtHeader === head)
  if (same !== undefined) return same
  // The header in other words than ours: other order or white space.
  const header = decode(head)
  if (header?.alg !== 'ES256' || header.typ !== 'JWT' || 'crit' in header) return undefined
  return keys.find(({ kid }) => kid === header.kid)
}

function isSigned(input: string, tail: string, { publicKey }: VerifyingKey): boolean {
  const signature = Buffer.from(tail, 'base64url')
  if (signature.toString('base64url') !== tail) return false
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(input), key, signature)
}

function checkClaims(
  claims: Record<string, unknown> | undefined,
  expected: Expected,
): Claims | undefined {
  if (claims === undefined) return undefined
  const { iss, aud, sub, iat, exp, nbf = iat } = claims
  if (iss !== expected.issuer || aud !== expected.audience || typeof sub !== 'string')
    return undefined
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof nbf !== 'number')
    return undefined
  const now = expected.nowMs / 1000
  // RFC 7519, 4.1.5: no token of ours has `nbf`, and one that has is not taken before its time.
  if (Math.max(iat, nbf) > now + toleranceSeconds || exp - iat > expected.maxLifeSeconds)
    return undefined
  if (exp <= now - toleranceSeconds && !expected.allowExpired) return undefined
  return { ...claims, iss, aud, sub, iat, exp }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    // A JSON object, not null and not an array, has string keys.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Not JSON: not a token.
  }
  return undefined
}
