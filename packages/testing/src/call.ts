import {
  defaultPrefixes,
  headers as headerNames,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@sallyport/contract'
import type { buildServer } from '@sallyport/server'

/** The built server. */
export type Server = Awaited<ReturnType<typeof buildServer>>

/** The caller of a route. */
export interface CallOptions {
  /** Default: the kit's app; `null` sends no app id. */
  appId?: string | null
  /** Default: `http://localhost:4402`; `null` sends none. */
  origin?: string | null
  /** Access token. */
  token?: string
  /** Default: calls of pages and frames with a token come from the browser that logged in; `null` is another browser. */
  walletGrant?: null
  /** App secret, sent as Basic with the app id. */
  secret?: string
  /** Path prefix; default: the route's first. */
  prefix?: string
  headers?: Record<string, string>
  /** Address of the client. */
  ip?: string
}

/** A parsed answer. */
export interface Answer<T> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
}

/** An error's body. */
export interface Failure {
  error: string
  code: string
  data?: Record<string, unknown>
}

/** The auth origin of test servers. */
export const authOrigin = 'http://localhost:4400'

/** The default origin of calls. */
export const testOrigin = 'http://localhost:4402'

/** Calls a route over HTTP (injected). The body has the route's type, or a failure's where the test expects one. */
export async function callRoute<R extends Route>(
  target: { server: Server; appId: string },
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<Answer<RouteResponse<R> & Partial<Failure>>> {
  // `RouteInput` has only the parts that the route declares.
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const prefix = options.prefix ?? route.prefixes?.[0] ?? defaultPrefixes[0]
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const response = await target.server.inject({
    method: route.method,
    url: prefix + path,
    query,
    headers: headersOf(target.appId, options),
    ...(options.ip === undefined ? {} : { remoteAddress: options.ip }),
    ...(body === undefined ? {} : { payload: body }),
  })
  keepWalletGrants(response.headers['set-cookie'])
  // 204 has no body.
  const answer = response.payload === '' ? undefined : response.json()
  return { status: response.statusCode, body: answer, headers: response.headers }
}

/** Builds the headers of a call. */
export function headersOf(defaultAppId: string, options: CallOptions): Record<string, string> {
  const appId = options.appId === undefined ? defaultAppId : options.appId
  const origin = options.origin === undefined ? testOrigin : options.origin
  const basic = Buffer.from(`${appId}:${options.secret}`).toString('base64')
  return {
    ...(appId === null ? {} : { [headerNames.appId]: appId }),
    ...(origin === null || options.secret !== undefined ? {} : { origin }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.secret === undefined ? {} : { authorization: `Basic ${basic}` }),
    ...(origin !== null && options.walletGrant !== null && walletCookieOf(options.token)),
    ...options.headers,
  }
}

/** The Cookie header of a browser's call with a token: the wallet grant of its session, and what it keeps beside. */
export function browserCookies(token: string | undefined, cookie?: string): { cookie?: string } {
  const all = [walletCookieOf(token).cookie, cookie].filter((each) => each !== undefined)
  return all.length > 0 ? { cookie: all.join('; ') } : {}
}

/** Wallet grants of all logins of this process, by session: the cookies of the browsers that logged in. */
const walletGrants = new Map<string, string>()
const walletCookie = '__Host-sallyport-wallet-'

function keepWalletGrants(cookies: string | string[] | number | undefined): void {
  for (const cookie of [cookies ?? []].flat()) {
    const [pair = ''] = String(cookie).split(';')
    if (!pair.startsWith(walletCookie) || pair.endsWith('=')) continue
    const [sessionId = ''] = pair.slice(walletCookie.length).split('=')
    walletGrants.set(sessionId, pair)
  }
}

/** The Cookie header with the wallet grant of a token's session, as the browser that logged in sends it to the auth origin. */
export function walletCookieOf(token: string | undefined): { cookie?: string } {
  const [, payload = ''] = (token ?? '').split('.')
  try {
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const cookie = walletGrants.get(sid)
    return cookie === undefined ? {} : { cookie }
  } catch {
    return {} // Not a token.
  }
}
