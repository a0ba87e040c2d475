import {
  ApiError,
  accountTypeOf,
  appIdOf,
  isCrossAppProvider,
  type LoginProvider,
  lateStorageKeys,
  type OAuthProvider,
  oauthParameters,
  oauthRefused,
  pageApi,
  type Session,
  storageKeys,
  type VisitedProvider,
} from '@sallyport/contract'
import { toBase64Url } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call, send, withCaptcha } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'
import type { Account, User } from '../types.js'
import { fromWire } from '../user/from-wire.js'

export type { LoginProvider, OAuthProvider, VisitedProvider }

/** A login to start at a provider. */
interface OAuthStart {
  provider: VisitedProvider
  /** Where the provider's answer returns to: a page of one of the app's allowed origins. Default: this page. */
  redirectTo?: string
  /** Refuses unknown accounts. */
  disableSignup?: boolean
  captchaToken?: string
  /** Completes after the return without the modal. */
  isHeadless?: boolean
}

/** What the URL says after the return from a provider. */
export interface OAuthReturn {
  code: string
  state: string
  provider: VisitedProvider
  disableSignup: boolean
  isHeadless: boolean
}

/** Tokens of a provider (react reference §8). */
export interface OAuthTokens {
  provider: string
  accessToken: string
  accessTokenExpiresInSeconds?: number
  refreshToken?: string
  refreshTokenExpiresInSeconds?: number
  scopes?: string[]
}

/** A login at a provider, with the provider's tokens where the app asks for them. */
export type OAuthLogin = Login & { oAuthTokens: OAuthTokens | null }

/**
 * Starts a login at a provider, or linking to the user who is logged in. Keeps state and verifier in the browser's storage
 * (wire reference §6.2); the last one that was started is the one that can be finished.
 *
 * @returns the URL of the provider's login page, and the state that its answer comes with.
 */
export async function start(
  client: SallyportClient,
  input: OAuthStart,
): Promise<{ url: string; state: string }> {
  const { environment, session } = client
  const { storage } = environment
  const { provider, captchaToken } = input
  const {
    disableSignup = false,
    isHeadless = false,
    redirectTo = client.options.customOAuthRedirectUrl ?? ownUrl(),
  } = input
  const { state, verifier, challenge } = await startPkce(client)
  const body = {
    provider,
    redirect_to: redirectTo,
    state_code: state,
    code_challenge: challenge,
    ...(captchaToken === undefined ? {} : { token: captchaToken }),
  }
  const token = client.state.user ? await session.accessToken() : null
  const { url } = await send(
    environment,
    pageApi.oauth.init,
    await withCaptcha(client, pageApi.oauth.init, { body }),
    { token },
  )
  storage.set(lateStorageKeys.oauthState, state)
  storage.set(lateStorageKeys.oauthVerifier, verifier)
  setFlag(client, lateStorageKeys.oauthDisableSignup, disableSignup)
  setFlag(client, lateStorageKeys.oauthHeadless, isHeadless)
  return { url, state }
}

/** Reads the answer of a provider from the page's URL and removes it there; null when there is none. */
export function takeReturn(client: SallyportClient): OAuthReturn | null {
  const url = new URL(window.location.href)
  const read = (name: string) => url.searchParams.get(name)
  const [code, state] = [read(oauthParameters.code), read(oauthParameters.state)]
  if (code === null || state === null) return null
  // The server names a provider of its own list.
  const provider = (read(oauthParameters.provider) ?? '') as VisitedProvider
  for (const name of Object.values(oauthParameters)) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
  const { storage } = client.environment
  return {
    code,
    state,
    provider,
    disableSignup: storage.get(lateStorageKeys.oauthDisableSignup) === true,
    isHeadless: storage.get(lateStorageKeys.oauthHeadless) === true,
  }
}

/**
 * Completes a login with what a provider's answer brought. State and verifier are used up, whatever comes of it.
 *
 * @throws ClientError `oauth_user_denied` when the user cancelled; ApiError `oauth_state_mismatch` for an answer that this
 *   browser did not ask for, and what the server refuses.
 */
export async function finish(client: SallyportClient, returned: OAuthReturn): Promise<OAuthLogin> {
  const { provider, disableSignup } = returned
  const body = takeProof(client, returned)
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const answer = await call(client, pageApi.oauth.authenticate, { body: { ...body, mode } })
  const login = completeLogin(client, answer, {
    name: provider,
    isAccount: (account) => isAccountOf(provider, account),
  })
  return { ...login, oAuthTokens: takeTokens(client, provider, answer.oauth_tokens) }
}

/** Links the account of a provider's answer to the user who is logged in. @throws as `finish`. */
export async function finishLink(
  client: SallyportClient,
  returned: OAuthReturn,
): Promise<{ user: User; oAuthTokens: OAuthTokens | null }> {
  const session = client.session.tokens.session()
  const body = takeProof(client, returned)
  const { oauth_tokens, ...wire } = await call(client, pageApi.oauth.link, { body })
  client.session.update(wire, session)
  return { user: fromWire(wire), oAuthTokens: takeTokens(client, returned.provider, oauth_tokens) }
}

/** Moves the account of a provider here from the user it is linked to, with what the refusal to link it carried. */
export async function transfer(
  client: SallyportClient,
  { nonce, userInfo }: { nonce: string; userInfo: { subject: string } },
): Promise<User> {
  const session = client.session.tokens.session()
  const wire = await call(client, pageApi.oauth.transfer, { body: { nonce, userInfo } })
  client.session.update(wire, session)
  return fromWire(wire)
}

/** Unlinks an account of a provider; gives the changed user. */
export async function unlink(
  client: SallyportClient,
  account: { provider: VisitedProvider; subject: string },
): Promise<User> {
  const { provider } = account
  const session = client.session.tokens.session()
  const wire = await call(client, pageApi.oauth.unlink, { body: account })
  if (isCrossAppProvider(provider)) {
    client.environment.storage.remove(storageKeys.crossAppToken(appIdOf(provider)))
  }
  client.session.update(wire, session)
  return fromWire(wire)
}

function takeProof({ environment }: SallyportClient, { code, state }: OAuthReturn) {
  const { storage } = environment
  const [kept, verifier] = [
    storage.get(lateStorageKeys.oauthState),
    storage.get(lateStorageKeys.oauthVerifier),
  ]
  const isRefused = code === oauthRefused || code === 'error'
  // An answer for another state must not use up the one that is awaited.
  if (isRefused && kept !== state) throw new ClientError('oauth_user_denied')
  if (kept !== state || typeof verifier !== 'string') throw new ApiError('oauth_state_mismatch')
  for (const key of [
    lateStorageKeys.oauthState,
    lateStorageKeys.oauthVerifier,
    lateStorageKeys.oauthDisableSignup,
    lateStorageKeys.oauthHeadless,
  ]) {
    storage.remove(key)
  }
  if (isRefused) throw new ClientError('oauth_user_denied')
  return { authorization_code: code, state_code: state, code_verifier: verifier }
}

function isAccountOf(provider: VisitedProvider, { type, providerApp }: Account): boolean {
  if (!isCrossAppProvider(provider)) return type === accountTypeOf(provider)
  // Accounts of this type have it.
  return type === 'cross_app' && (providerApp as { id: string }).id === appIdOf(provider)
}

/** The tokens for the app. That of another app is kept here: it asks for signatures and is of no other use. */
function takeTokens(
  { environment }: SallyportClient,
  provider: VisitedProvider,
  tokens: Session['oauth_tokens'],
): OAuthTokens | null {
  if (!isCrossAppProvider(provider)) return fromWireTokens(tokens)
  const key = storageKeys.crossAppToken(appIdOf(provider))
  // A connection that may only show wallets has none, and the one of an earlier permission is over.
  if (tokens === undefined) environment.storage.remove(key)
  else environment.storage.set(key, tokens.access_token)
  return null
}

function fromWireTokens(tokens: Session['oauth_tokens']): OAuthTokens | null {
  if (tokens === undefined) return null
  const {
    provider,
    access_token: accessToken,
    access_token_expires_in_seconds: expiresIn,
    refresh_token: refreshToken,
    refresh_token_expires_in_seconds: refreshExpiresIn,
    scopes,
  } = tokens
  return {
    provider,
    accessToken,
    ...(expiresIn !== undefined && { accessTokenExpiresInSeconds: expiresIn }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(refreshExpiresIn !== undefined && { refreshTokenExpiresInSeconds: refreshExpiresIn }),
    ...(scopes !== undefined && { scopes }),
  }
}

/** A new state and verifier, and the challenge that the server compares the verifier with (RFC 7636). */
export async function startPkce(client: SallyportClient) {
  const [state, verifier] = [randomText(client), randomText(client)]
  return { state, verifier, challenge: await challengeOf(verifier) }
}

/** This page without its fragment and without the answer of an earlier login. */
export function ownUrl(): string {
  const url = new URL(window.location.href)
  for (const name of Object.values(oauthParameters)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

function setFlag({ environment }: SallyportClient, key: string, isSet: boolean): void {
  if (isSet) environment.storage.set(key, true)
  else environment.storage.remove(key)
}

/** 36 random bytes as base64url: 48 characters (wire reference §17.1). */
function randomText({ environment }: SallyportClient): string {
  return toBase64Url(environment.randomBytes(36))
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return toBase64Url(new Uint8Array(digest))
}
