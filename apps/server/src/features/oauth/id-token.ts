import { ApiError } from '@sallyport/contract'
import {
  isKeyFor,
  keyOf,
  type ReadJwt,
  readOutsideJwt,
  readSecretJwt,
  type VerifyKey,
} from '../../tokens/outside-jwt.js'

/** Clock difference that is forgiven, in seconds. */
const toleranceSeconds = 60
const maxLength = 16_384

/** What an ID token has to say. */
interface ExpectedClaims {
  issuers: readonly string[]
  /** Any of these. */
  audiences: readonly string[]
  /** Undefined where the provider repeats none. */
  nonce: string | undefined
  nowMs: number
}

/** What an ID token has to be. */
interface ExpectedIdToken extends ExpectedClaims {
  /** The provider's published keys; undefined when they cannot be read. */
  findKeys(isWanted: (key: VerifyKey) => boolean): Promise<readonly VerifyKey[] | undefined>
}

/**
 * The claims of an ID token, verified (OpenID Connect Core 1.0, 3.1.3.7): RS256 or ES256 by a published key, issuer,
 * audience, time and nonce.
 *
 * @throws ApiError `invalid_credentials` (OAU-15, OAU-16), or `internal_error` (503) when the keys cannot be read; without
 *   the token.
 */
export async function verifyIdToken(
  token: string | undefined,
  expected: ExpectedIdToken,
): Promise<Readonly<Record<string, unknown>>> {
  const jwt = token === undefined || token.length > maxLength ? undefined : readOutsideJwt(token)
  if (jwt === undefined) throw refused()
  const keys = await expected.findKeys(isKeyFor(jwt))
  if (keys === undefined) {
    throw new ApiError('internal_error', {
      status: 503,
      message: 'The provider did not answer. Try again',
    })
  }
  const key = keyOf(jwt, keys)
  if (key === undefined || !jwt.isSignedBy(key) || !isExpected(jwt.claims, expected))
    throw refused()
  return jwt.claims
}

/**
 * The claims of an ID token that is signed with the client's secret (HS256), as of providers that say so in their own
 * documentation. A public key is never such a secret: `verifyIdToken` takes no HS256.
 *
 * @throws ApiError `invalid_credentials`; without the token.
 */
export function verifySecretIdToken(
  token: string | undefined,
  { secret, ...expected }: ExpectedClaims & { secret: string },
): Readonly<Record<string, unknown>> {
  const jwt = token === undefined || token.length > maxLength ? undefined : readSecretJwt(token)
  if (secret === '' || !jwt?.isSignedBy(secret) || !isExpected(jwt.claims, expected))
    throw refused()
  return jwt.claims
}

function isExpected(claims: ReadJwt['claims'], expected: ExpectedClaims): boolean {
  const { iss, aud, azp, exp, iat, nonce } = claims
  const nowSeconds = expected.nowMs / 1000
  const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  const isOurs = (each: unknown) => expected.audiences.some((audience) => audience === each)
  return (
    typeof iss === 'string' &&
    expected.issuers.includes(iss) &&
    given.some(isOurs) &&
    (given.length === 1 || isOurs(azp)) &&
    typeof exp === 'number' &&
    exp > nowSeconds - toleranceSeconds &&
    typeof iat === 'number' &&
    iat < nowSeconds + toleranceSeconds &&
    (expected.nonce === undefined || nonce === expected.nonce)
  )
}

function refused(): ApiError {
  return new ApiError('invalid_credentials', { message: 'The provider’s answer is not valid' })
}
