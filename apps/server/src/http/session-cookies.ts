import { ApiError, cookies, type Session } from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../apps/app.js'
import { tokenLifeSeconds } from '../tokens/access-token.js'

/*
 * Sessions in cookies, for requests to the app's custom address (wire reference §6.3). Only the refresh token is ever read
 * from a cookie; it is HttpOnly and host-only. The other cookies are for the app's pages and back end, so the whole site
 * gets them, and this server reads none of them.
 */

/** Tells clients that the refresh token is in a cookie (wire reference §5.3). */
const inCookie = 'deprecated'
const refreshSeconds = 30 * 24 * 3600

type SessionTokens = Pick<Session, 'token' | 'refresh_token' | 'identity_token'>

/** The cookies of a request to the app's custom address. */
export interface SessionCookies {
  /**
   * The refresh token of the cookie; undefined when there is none.
   *
   * @throws ApiError `missing_origin` without an origin; `missing_or_invalid_token` when there are two: a page of a sibling
   *   domain may have set one of them (ORI-11).
   */
  refreshToken(): string | undefined
  /** Keeps the tokens of an answer; gives the answer without the refresh token. */
  keep<A extends SessionTokens>(answer: A): A
  clear(): void
}

/** Reads and writes the cookies; undefined for requests to any other address than the app's own. */
export function sessionCookies(
  app: App | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionCookies | undefined {
  const custom = app?.customApi
  if (custom === undefined || request.host !== custom.host) return undefined
  const domain = custom.cookieDomain === undefined ? '' : `; Domain=${custom.cookieDomain}`
  const forSite = (name: string, value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/${domain}; Secure; SameSite=Lax`
  const write = (refresh: string, seconds: number) =>
    `${cookies.refreshToken}=${refresh}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Strict`
  const clear = () => {
    const { accessToken, identityToken, session } = cookies
    const site = [accessToken, identityToken, session].map((name) => forSite(name, '', 0))
    reply.header('set-cookie', [write('', 0), ...site])
  }
  return {
    refreshToken() {
      const values = valuesOf(request.headers.cookie, cookies.refreshToken)
      if (values.length === 0) return undefined
      if (request.headers.origin === undefined) throw new ApiError('missing_origin')
      if (values.length > 1) throw new ApiError('missing_or_invalid_token')
      return values[0]
    },
    keep(answer) {
      const { token, refresh_token: refresh, identity_token: identity } = answer
      if (!token || !refresh) return answer
      reply.header('set-cookie', [
        write(refresh, refreshSeconds),
        `${forSite(cookies.accessToken, token, tokenLifeSeconds)}; HttpOnly`,
        ...(identity
          ? [`${forSite(cookies.identityToken, identity, tokenLifeSeconds)}; HttpOnly`]
          : []),
        forSite(cookies.session, 't', refreshSeconds),
      ])
      return { ...answer, refresh_token: inCookie }
    },
    clear,
  }
}

/** The refresh token of a body or, at the app's custom address, of the cookie that a body leaves it to. */
export function presentedToken(
  ofBody: string | null | undefined,
  inCookies: SessionCookies | undefined,
): string | undefined {
  const isLeft = !ofBody || ofBody === inCookie
  return (inCookies !== undefined && isLeft ? inCookies.refreshToken() : ofBody) ?? undefined
}

/**
 * Refuses a request whose session is in cookies that this address does not get. The first call of a public client goes to
 * its first address (wire reference §2): `missing_or_invalid_token` would make it forget the session.
 *
 * @throws ApiError `invalid_data`
 */
export function refuseOtherAddress(
  ofBody: string | null | undefined,
  { app, inCookies }: { app: App; inCookies: SessionCookies | undefined },
): void {
  if (ofBody !== inCookie || inCookies !== undefined || app.customApi === undefined) return
  throw new ApiError('invalid_data', {
    message: `The session is in cookies: send this request to ${app.customApi.url}`,
  })
}

function valuesOf(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`))
  return values.map((pair) => pair.slice(name.length + 1)).filter((value) => value !== '')
}
