import { userIdPrefix } from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import { signJwt, verifyJwt } from '../../../tokens/jwt.js'
import { createKnownTokens } from '../../../tokens/known-tokens.js'

/** Life of a grant and of its token. */
export const grantLifeMs = 30 * 86_400_000

const known = createKnownTokens(1_000)

/** No access token has such an audience, so neither is ever taken for the other (XAP-05). */
const audienceOf = (providerId: string) => `cross-app:${providerId}`

/** A token by which another app may ask a user of the provider, for as long as the grant is in force. */
export function signGrantToken(
  { id, key }: Pick<App, 'id' | 'key'>,
  grant: { id: string; userId: string; issuer: string; nowMs: number },
): string {
  const iat = Math.floor(grant.nowMs / 1000)
  const claims = {
    grant: grant.id,
    iss: grant.issuer,
    iat,
    aud: audienceOf(id),
    sub: userIdPrefix + grant.userId,
    exp: iat + grantLifeMs / 1000,
  }
  return signJwt(claims, key)
}

/** The provider that a token names, unverified; undefined for another text. */
export function readTokenProvider(token: string): string | undefined {
  try {
    const [, body = ''] = token.split('.')
    const { aud } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { aud?: unknown }
    return typeof aud === 'string' && aud.startsWith(audienceOf('')) ? aud.slice(10) : undefined
  } catch {
    return undefined
  }
}

/** The grant of a valid token of this provider. Whether it is in force is in its row. */
export function readGrantToken(
  { id, verifyingKeys, minIat }: Pick<App, 'id' | 'verifyingKeys' | 'minIat'>,
  { token, issuer, nowMs }: { token: string; issuer: string; nowMs: number },
): { grantId: string; userId: string } | undefined {
  const claims = verifyJwt(token, {
    keys: verifyingKeys,
    issuer,
    audience: audienceOf(id),
    nowMs,
    maxLifeSeconds: grantLifeMs / 1000,
    allowExpired: false,
    known,
  })
  if (claims === undefined || claims.iat < minIat || typeof claims.grant !== 'string')
    return undefined
  if (!claims.sub.startsWith(userIdPrefix)) return undefined
  return { grantId: claims.grant, userId: claims.sub.slice(userIdPrefix.length) }
}
