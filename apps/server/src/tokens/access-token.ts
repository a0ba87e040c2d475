import { userIdPrefix } from '@sallyport/contract'
import { signJwt, verifyJwt } from './jwt.js'
import { createKnownTokens } from './known-tokens.js'
import type { SigningKey, VerifyingKey } from './signing-key.js'

/** Life of an access or identity token, in seconds (security design 3.1). */
export const tokenLifeSeconds = 3600

/** An access token comes with every request of its hour: its signature is verified once. */
const known = createKnownTokens(10_000)

/** Who a token is for and when it is made. */
export interface TokenInput {
  key: SigningKey
  issuer: string
  appId: string
  /** Without prefix. */
  userId: string
  nowMs: number
}

/** What an access token says. */
interface AccessTokenFacts {
  userId: string
  sessionId: string
}

/** An access token of one hour for a session (wire reference §5.1). */
export function signAccessToken(input: TokenInput & { sessionId: string }): string {
  const iat = Math.floor(input.nowMs / 1000)
  const token = signJwt(
    {
      sid: input.sessionId,
      iss: input.issuer,
      iat,
      aud: input.appId,
      sub: userIdPrefix + input.userId,
      exp: iat + tokenLifeSeconds,
    },
    input.key,
  )
  known.add(token)
  return token
}

/**
 * User and session of a valid access token, else `undefined`. An identity token has no `sid` and is never one.
 *
 * @param input.allowExpired  true accepts a token whose time is over, for the routes of the session only.
 */
export function readAccessToken(
  token: string,
  input: {
    keys: readonly VerifyingKey[]
    issuer: string
    appId: string
    nowMs: number
    allowExpired: boolean
    /** Tokens issued earlier (Unix seconds) are refused. */
    minIat: number
  },
): AccessTokenFacts | undefined {
  const { keys, issuer, appId, nowMs, allowExpired, minIat } = input
  const maxLifeSeconds = tokenLifeSeconds
  const claims = verifyJwt(token, {
    keys,
    issuer,
    audience: appId,
    nowMs,
    allowExpired,
    maxLifeSeconds,
    known,
  })
  if (claims === undefined || typeof claims.sid !== 'string') return undefined
  if (claims.iat < minIat) return undefined
  if (!claims.sub.startsWith(userIdPrefix)) return undefined
  return { userId: claims.sub.slice(userIdPrefix.length), sessionId: claims.sid }
}
