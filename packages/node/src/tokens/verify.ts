import { errors, type JWTPayload, jwtVerify } from 'jose'
import { SallyportError } from '../error.js'
import { type IdentityUser, readIdentityUser } from './identity-user.js'
import type { FindKey } from './key-set.js'

/** What an access token says. */
export interface AccessToken {
  app_id: string
  /** Such as `did:privy:…`. */
  user_id: string
  session_id: string
  issuer: string
  /** Unix seconds. */
  issued_at: number
  /** Unix seconds. */
  expiration: number
}

/** Verifies tokens of one app without a call to the server, but for its keys. */
export interface TokenVerifier {
  /** @throws SallyportError `missing_or_invalid_token` (401); `keys_unavailable` (503), which says nothing about the token. */
  verifyAccessToken(token: string): Promise<AccessToken>
  /** The user of an identity token. @throws as `verifyAccessToken`. */
  verifyIdentityToken(token: string): Promise<IdentityUser>
}

/** What tokens are checked by. */
interface TokenRules {
  appId: string
  issuer: string
  /** How far the clocks of this machine and of the server may differ, in seconds. */
  clockToleranceSeconds: number
  findKey: FindKey
  nowMs: () => number
}

/** Why a token is refused: `data.reason` of the error. */
export type TokenProblem = 'missing' | 'expired' | 'invalid'

const texts: Record<TokenProblem, string> = {
  missing: 'The request has no access token: log in first',
  expired: 'The token has expired: refresh it, or log in again',
  invalid: 'The token is not a valid one of this app',
}

/** A verifier of an app's tokens. */
export function createTokenVerifier(rules: TokenRules): TokenVerifier {
  return {
    verifyAccessToken: async (token) => {
      const claims = await verify(token, rules)
      const { sub, sid, iss, iat, exp } = claims
      // An identity token has no session, and never logs a user in.
      if (typeof sid !== 'string' || !sub || !iss || iat === undefined || exp === undefined)
        throw refuseToken('invalid')
      return {
        ...{ app_id: rules.appId, user_id: sub, session_id: sid, issuer: iss },
        ...{ issued_at: iat, expiration: exp },
      }
    },
    verifyIdentityToken: async (token) => {
      const user = readIdentityUser(await verify(token, rules))
      if (user === undefined) throw refuseToken('invalid')
      return user
    },
  }
}

/** The error of a token that is refused. */
export function refuseToken(reason: TokenProblem, cause?: unknown): SallyportError {
  return new SallyportError('missing_or_invalid_token', {
    ...{ status: 401, message: texts[reason], data: { reason }, cause },
  })
}

async function verify(token: string, rules: TokenRules): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, rules.findKey, {
      issuer: rules.issuer,
      audience: rules.appId,
      algorithms: ['ES256'],
      typ: 'JWT',
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: rules.clockToleranceSeconds,
      currentDate: new Date(rules.nowMs()),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refuseToken('expired', error)
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw refuseToken('invalid', error)
    throw error
  }
}
