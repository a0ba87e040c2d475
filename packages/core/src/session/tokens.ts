import { cookies, type Session, storageKeys } from '@sallyport/contract'
import { type Environment, isInCookies } from '../environment.js'
import { dropCookie, writeCookie } from './cookies.js'
import { readClaims } from './jwt.js'

const refreshAheadMs = 30_000
const sessionCookieMs = 30 * 24 * 3600 * 1000
/** Difference between the server's clock and this browser's, measured when a token arrived. */
const skewKey = 'sallyport:clock_skew_ms'

/** The stored tokens of the browser; every tab reads and writes the same ones. */
export interface Tokens {
  access(): string | null
  refresh(): string | null
  identity(): string | null
  /** True while the access token lives longer than 30 s, by the server's clock. */
  isFresh(): boolean
  /** Name of the session the tokens belong to, the same after every refresh; no secret; null when logged out. */
  session(): string | null
  /** True when the stored access token was made for another app. */
  isForeign(): boolean
  /** Stores what `answer` carries; `set` also replaces the refresh token (wire reference §6.1). */
  store(answer: Session): void
  /** Replaces or, with none, deletes the identity token. */
  setIdentity(token: string | null | undefined): void
  clear(): void
}

/** Tokens under the storage keys and cookies of existing clients (wire reference §6.2, 6.3). */
export function createTokens(environment: Environment): Tokens {
  const { storage, clock, appId } = environment
  const read = (key: string) => {
    const value = storage.get(key)
    return typeof value === 'string' ? value : null
  }
  const serverNowMs = () => {
    const skew = storage.get(skewKey)
    return clock.nowMs() + (typeof skew === 'number' ? skew : 0)
  }
  const tokens: Tokens = {
    access: () => read(storageKeys.accessToken),
    refresh: () => read(storageKeys.refreshToken),
    identity: () => read(storageKeys.identityToken),
    isFresh() {
      const claims = readClaims(tokens.access() ?? '')
      return claims !== null && claims.expiresAtSeconds * 1000 - serverNowMs() > refreshAheadMs
    },
    session() {
      if (!tokens.refresh()) return null
      return readClaims(tokens.access() ?? '')?.sessionId ?? ''
    },
    isForeign() {
      const token = tokens.access()
      if (!token) return false
      const owner = readClaims(token)?.appId
      return typeof owner === 'string' && owner !== appId
    },
    store(answer) {
      if (answer.token) storeAccess(answer.token)
      if (answer.identity_token) tokens.setIdentity(answer.identity_token)
      if (answer.session_update_action !== 'ignore' && answer.refresh_token) {
        storage.set(storageKeys.refreshToken, answer.refresh_token)
      }
      keepCookie(cookies.session, 't', new Date(clock.nowMs() + sessionCookieMs))
    },
    setIdentity(token) {
      if (token) {
        storage.set(storageKeys.identityToken, token)
        keepCookie(cookies.identityToken, token, localExpiry(token))
      } else {
        storage.remove(storageKeys.identityToken)
        dropCookie(cookies.identityToken)
      }
    },
    clear() {
      for (const key of ['accessToken', 'refreshToken', 'identityToken'] as const) {
        storage.remove(storageKeys[key])
        dropCookie(cookies[key])
      }
      dropCookie(cookies.session)
      environment.leaveSite?.()
    },
  }
  return tokens

  /** Writes a cookie, unless the server does. */
  function keepCookie(name: string, value: string, expires: Date) {
    if (!isInCookies(environment)) writeCookie(name, value, expires)
  }

  function storeAccess(token: string) {
    const claims = readClaims(token)
    storage.set(skewKey, claims ? claims.issuedAtSeconds * 1000 - clock.nowMs() : 0)
    storage.set(storageKeys.accessToken, token)
    keepCookie(cookies.accessToken, token, localExpiry(token))
  }

  /** When the token expires by this browser's clock, which is the one that deletes cookies. */
  function localExpiry(token: string): Date {
    const claims = readClaims(token)
    const lifetimeSeconds = claims ? claims.expiresAtSeconds - claims.issuedAtSeconds : 3600
    return new Date(clock.nowMs() + lifetimeSeconds * 1000)
  }
}
