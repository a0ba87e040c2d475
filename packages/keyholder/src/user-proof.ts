import { errors, importSPKI, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { PinnedKey } from './app-keys.js'
import { CallRefused } from './call-refused.js'
import type { Clock } from './clock.js'

/**
 * Longest life of a token that the vault accepts. The API's tokens live an hour; one that lives longer was made by someone who
 * has stolen the token key (T-02).
 */
export const longestTokenLifeSeconds = 3600
/** Clocks of two processes may differ by so much. */
const clockSkewSeconds = 30

/** A claim that a token proves: this user, in this app. */
interface UserClaim {
  appId: string
  /** As in the token's `sub`. */
  userId: string
  accessToken: string
}

/**
 * Verifies that the access token belongs to the user: signed with ES256 by a pinned key, its issuer, `aud` the app, not
 * expired and not from the future by the vault's clock, for an hour at most, `sub` the user. The vault does not rely on the API for any of these checks.
 *
 * @throws CallRefused `invalid_token` otherwise.
 */
export async function proveUser(
  claim: UserClaim,
  { pinned, clock }: { pinned: PinnedKey | undefined; clock: Clock },
): Promise<void> {
  if (!pinned)
    throw new CallRefused('invalid_token', new Error('No token key is pinned for the app'))
  const { payload } = await verifyWithPinned(claim.accessToken, pinned, {
    algorithms: ['ES256'],
    issuer: pinned.issuer,
    audience: claim.appId,
    currentDate: new Date(clock.nowMs()),
    // Only an access token has a session; an identity token is not enough.
    requiredClaims: ['exp', 'iat', 'sub', 'sid'],
    typ: 'JWT',
  })
  // This deployment never issues tokens for several audiences.
  if (payload.aud !== claim.appId || payload.sub !== claim.userId) {
    throw new CallRefused('invalid_token', new Error('The token belongs to another user or app'))
  }
  const { exp = Number.POSITIVE_INFINITY, iat = Number.NEGATIVE_INFINITY } = payload
  const nowSeconds = clock.nowMs() / 1000
  if (exp - iat > longestTokenLifeSeconds || iat > nowSeconds + clockSkewSeconds) {
    throw new CallRefused('invalid_token', new Error('The token lives too long'))
  }
}

/** Verifies with the newest key, then with earlier ones. @throws CallRefused `invalid_token` */
async function verifyWithPinned(
  token: string,
  { verificationKeys }: PinnedKey,
  options: JWTVerifyOptions,
): Promise<{ payload: JWTPayload }> {
  let reason: unknown
  for (const pem of verificationKeys) {
    try {
      return await jwtVerify(token, await importSPKI(pem, 'ES256'), options)
    } catch (error) {
      reason = error
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw new CallRefused('invalid_token', reason)
}
