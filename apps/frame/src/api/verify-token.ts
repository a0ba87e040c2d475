import {
  defaultPrefixes,
  type FramePageConfig,
  type TokenKey,
  tokenKeySet,
} from '@sallyport/contract'
import { base64urlToBytes } from '../base64.js'
import { tokenOwner } from '../device/token-owner.js'
import { FrameError } from '../frame-error.js'

/** Refuses an access token that this app's server has not signed, or whose time is over (T-30). */
export type VerifyToken = (accessToken: string) => Promise<void>

/** Clock difference that is forgiven, as the API does. */
const toleranceMs = 5_000
const timeoutMs = 15_000

/**
 * Verifies access tokens: ES256 and nothing else, by a live key of the app, for this app alone, by this issuer, before `exp`.
 * Time is the server's when it made the page plus what has passed since: a wrong clock of the device locks no user out.
 * A key that the page does not have (they change while it is open) is asked for at the API.
 */
export function createVerifyToken({
  config: { appId, tokens },
  origin,
  fetch,
  webCrypto,
  clock,
}: {
  config: Pick<FramePageConfig, 'appId' | 'tokens'>
  origin: string
  fetch: typeof globalThis.fetch
  webCrypto: Crypto
  clock: { nowMs(): number }
}): VerifyToken {
  const aheadMs = tokens.nowMs - clock.nowMs()
  let { keys } = tokens
  let verified: string | undefined

  return async (accessToken) => {
    // First, because clients know its answer for text that is not a token of this app.
    tokenOwner(accessToken, appId)
    const [head = '', body = '', tail = ''] = accessToken.split('.')
    const header = readJson(head)
    const claims = readJson(body)
    const expMs = Number(claims.exp) * 1000
    const isRight =
      header.alg === 'ES256' &&
      header.typ === 'JWT' &&
      !('crit' in header) &&
      claims.iss === tokens.issuer &&
      typeof claims.exp === 'number' &&
      typeof claims.sid === 'string' &&
      expMs > clock.nowMs() + aheadMs - toleranceMs
    if (!isRight) throw invalidToken()
    if (accessToken === verified) return
    const key = await findKey(header.kid)
    if (key === undefined || !(await isSigned(`${head}.${body}`, tail, key))) throw invalidToken()
    verified = accessToken
  }

  async function findKey(kid: unknown): Promise<TokenKey | undefined> {
    const has = (key: TokenKey) => key.kid === kid
    const known = keys.find(has)
    if (known) return known
    keys = await fetchKeys()
    return keys.find(has)
  }

  async function fetchKeys(): Promise<TokenKey[]> {
    const url = `${origin}${defaultPrefixes[0]}/apps/${encodeURIComponent(appId)}/jwks.json`
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(url, { cache: 'no-store', redirect: 'error', signal })
      return tokenKeySet.parse(await answer.json()).keys
    } catch {
      throw new FrameError('error', 'The server could not be reached. Try again')
    }
  }

  async function isSigned(input: string, tail: string, { x, y }: TokenKey): Promise<boolean> {
    const jwk = { kty: 'EC', crv: 'P-256', x, y }
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    try {
      const key = await webCrypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])
      const text = new TextEncoder().encode(input)
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      return await webCrypto.subtle.verify(algorithm, key, base64urlToBytes(tail), text)
    } catch {
      // A signature that is not base64url, or a key that is not on the curve.
      return false
    }
  }
}

function readJson(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64urlToBytes(part)))
    // An object of JSON has string keys; of an array none of the claims is there.
    if (typeof value === 'object' && value) return value as Record<string, unknown>
  } catch {
    // Not a token.
  }
  return {}
}

function invalidToken(): FrameError {
  return new FrameError(
    'missing_or_invalid_token',
    'The session is not valid any more. Log in again',
  )
}
