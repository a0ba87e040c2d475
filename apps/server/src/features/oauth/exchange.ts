import { createPrivateKey, sign } from 'node:crypto'
import { ApiError, emailAddress, type LoginProvider } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { fieldsOf } from '../../ports/fields-of.js'
import type { OutboundAnswer } from '../../ports/outbound.js'
import { placeOf } from '../../ports/place-of.js'
import type { Credentials } from './credentials.js'
import { callbackUrl } from './endpoints.js'
import { verifyIdToken, verifySecretIdToken } from './id-token.js'
import type { ProfileOf, Provider, ProviderTokens } from './provider.js'
import { textOf } from './read-profile.js'

/** How long all calls of a login together may take: the user waits. */
const deadlineMs = 5_000
/** How long a call may take that the login does without. */
const extraDeadlineMs = 2_000
const assertionSeconds = 300

/** What the exchange needs. */
type ExchangeDeps = Pick<Deps, 'config' | 'outbound' | 'clock' | 'logger' | 'keySource'>

/** A provider's answer to exchange. */
export interface Returned {
  provider: LoginProvider
  code: string
  verifier: string
  nonce: string
  credentials: Credentials
}

/** Who logged in, and the tokens that the provider gave. */
interface Exchanged {
  profile: ProfileOf<LoginProvider>
  /** The profile's address if the provider has verified it. */
  verifiedEmail: string | undefined
  tokens: ProviderTokens
}

/**
 * Exchanges a provider's code for its tokens and asks who logged in.
 *
 * @throws ApiError `oauth_account_suspended`; `invalid_credentials` when the provider refuses or does not say who;
 *   `internal_error` (503) when it does not answer in time or not as documented.
 */
export async function exchange(deps: ExchangeDeps, returned: Returned): Promise<Exchanged> {
  const signal = AbortSignal.timeout(deadlineMs)
  const provider = returned.credentials.about
  const call = async (
    url: string,
    options: {
      headers?: Readonly<Record<string, string>>
      form?: Record<string, string>
      signal?: AbortSignal
    } = {},
  ) => {
    const method = options.form === undefined ? 'GET' : 'POST'
    const answer = await deps
      .outbound({ url: placeOf(deps.config, url), method, signal, ...options })
      .catch((cause: unknown) => {
        deps.logger.warn({ provider: returned.provider, err: cause }, 'an OAuth provider failed')
        throw unavailable()
      })
    return requireAnswer(answer)
  }
  const tokens = readTokens(
    provider,
    await call(provider.tokenUrl, tokenRequest(deps, provider, returned)),
  )
  const claims = await readClaims(deps, { provider, tokens, returned })
  const asUser = (headers: Readonly<Record<string, string>> = {}) => ({
    headers: { authorization: `Bearer ${tokens.accessToken}`, ...headers },
  })
  const profile = await provider.profile({
    claims,
    clientId: returned.credentials.clientId,
    get: (url, headers) => call(url, asUser(headers)),
    getExtra: async (url, headers) => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(extraDeadlineMs)])
      try {
        return await call(url, { ...asUser(headers), signal: soon })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'oauth_account_suspended') throw error
        deps.logger.info({ provider: returned.provider, url }, 'an extra call of a login failed')
        return undefined
      }
    },
  })
  return { profile, verifiedEmail: verifiedEmailIn(provider, { claims, profile }), tokens }
}

/** The address of a profile in lower case, if the provider's claims say that the user owns it. */
export function verifiedEmailIn(
  { hasVerifiedEmail }: Provider,
  { claims, profile }: { claims: Readonly<Record<string, unknown>>; profile: object },
): string | undefined {
  if (!('email' in profile) || !hasVerifiedEmail?.(claims)) return undefined
  const parsed = emailAddress.safeParse(profile.email)
  return parsed.success ? parsed.data : undefined
}

async function readClaims(
  { keySource, clock, config }: ExchangeDeps,
  visit: { provider: Provider; tokens: ProviderTokens; returned: Returned },
): Promise<Readonly<Record<string, unknown>>> {
  const { tokens, returned } = visit
  const { idToken } = visit.provider
  if (idToken === undefined) return {}
  const { clientId, clientSecret } = returned.credentials
  const expected = {
    issuers: idToken.issuers,
    audiences: [clientId],
    nonce: idToken.hasNonce ? returned.nonce : undefined,
    nowMs: clock.nowMs(),
  }
  if (idToken.isSignedBySecret) {
    return verifySecretIdToken(tokens.idToken, { ...expected, secret: clientSecret })
  }
  const keysUrl = placeOf(config, idToken.keysUrl)
  return verifyIdToken(tokens.idToken, {
    ...expected,
    findKeys: (isWanted) => keySource.find(keysUrl, isWanted),
  })
}

/** The body and headers of the call for tokens, by what the provider expects. */
function tokenRequest(
  deps: ExchangeDeps,
  { pkce, authentication, clientIdName = 'client_id' }: Provider,
  { provider, code, verifier, credentials }: Returned,
): { headers: Record<string, string>; form: Record<string, string> } {
  const { clientId, clientSecret } = credentials
  const form: Record<string, string> = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl(deps.config, provider),
    ...(pkce && { code_verifier: verifier }),
  }
  if (authentication === 'basic') {
    // RFC 6749, 2.3.1: both are form-encoded first.
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, form }
  }
  const secret =
    authentication === 'assertion' ? signAssertion(credentials, deps.clock.nowMs()) : clientSecret
  return { headers: {}, form: { ...form, [clientIdName]: clientId, client_secret: secret } }
}

/** Apple's client secret: a JWT signed with the app's key, valid for five minutes. @throws ApiError `not_supported` */
function signAssertion(
  { clientId, clientSecret, teamId, keyId }: Credentials,
  nowMs: number,
): string {
  const nowSeconds = Math.floor(nowMs / 1000)
  const header = { alg: 'ES256', kid: keyId }
  const claims = {
    iss: teamId,
    iat: nowSeconds,
    exp: nowSeconds + assertionSeconds,
    aud: 'https://appleid.apple.com',
    sub: clientId,
  }
  const input = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  try {
    const key = createPrivateKey(clientSecret)
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signature.toString('base64url')}`
  } catch {
    throw new ApiError('not_supported', {
      message: 'The client secret at apple is not a private key: use the .p8 file of the key',
    })
  }
}

function readTokens(provider: Provider, answer: unknown): ProviderTokens {
  const fields = fieldsOf(answer)
  const tokens = fieldsOf(provider.tokensIn?.(fields) ?? fields)
  const { access_token: accessToken } = tokens
  // Some answer 200 with an `error`, such as GitHub and TikTok.
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw typeof fields.error === 'string' ? refused() : unavailable()
  }
  return {
    accessToken,
    expiresIn: secondsOf(tokens.expires_in),
    refreshToken: typeof tokens.refresh_token === 'string' ? tokens.refresh_token : undefined,
    refreshExpiresIn: secondsOf(tokens.refresh_token_expires_in ?? tokens.refresh_expires_in),
    scopes: scopesOf(tokens.scope ?? tokens.permissions),
    idToken: typeof tokens.id_token === 'string' ? tokens.id_token : undefined,
  }
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
    ? seconds
    : undefined
}

/** Scopes come with spaces or commas between them, or as a list (Twitch, Instagram). */
function scopesOf(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? value.split(/[ ,]+/) : Array.isArray(value) ? value : []
  const scopes = list.map(textOf).filter((scope) => scope !== null)
  return scopes.length === 0 ? undefined : scopes
}

/** @throws ApiError for an answer that is not a success in JSON. */
function requireAnswer({ status, json }: OutboundAnswer): unknown {
  if (status >= 400 && isSuspended(json)) throw new ApiError('oauth_account_suspended')
  if (status >= 400 && status < 500 && status !== 429) throw refused()
  if (status < 200 || status >= 300 || json === undefined) throw unavailable()
  // X answers 200 with `errors` and no data for a suspended user.
  if (fieldsOf(json).data === undefined && isSuspended(fieldsOf(json).errors)) {
    throw new ApiError('oauth_account_suspended')
  }
  return json
}

/** GitHub, X and Discord say it in the text of a refusal. */
function isSuspended(json: unknown): boolean {
  return json !== undefined && /suspended|account[_ ]disabled/i.test(JSON.stringify(json))
}

function refused(): ApiError {
  return new ApiError('invalid_credentials', { message: 'The provider refused the login' })
}

function unavailable(): ApiError {
  return new ApiError('internal_error', {
    status: 503,
    message: 'The provider did not answer. Try again',
  })
}
