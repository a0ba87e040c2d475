import {
  canNameWalletKey,
  defaultPrefixes,
  headers,
  isApiError,
  type RouteHead,
  type RouteInput,
  type RouteOf,
  type RouteResponse,
  requestRetry,
} from '@sallyport/contract'
import type { SallyportClient } from './client.js'
import { analyticsId, type Environment, isInCookies, needsWalletKey } from './environment.js'
import { ClientError } from './errors.js'

/** What the client header says. */
const clientName = 'sallyport-core:0.1.0'
const requestTimeoutMs = 20_000
const retryDelayMs = 500
const retriedStatuses: ReadonlySet<number> = new Set(requestRetry.statuses)

/** How one call differs from the rest. */
interface SendOptions {
  /** Bearer token. */
  token?: string | null
  /**
   * True when the server answers the same call twice the same way, so that one whose answer was lost is sent once more;
   * default: for GET only. No other method is repeated for the status of an answer (specification §9).
   */
  idempotent?: boolean
  timeoutMs?: number
  /** More headers of ours. */
  headers?: Record<string, string> | undefined
  /** Lets the call outlive the page, for reports sent while leaving. */
  keepalive?: boolean
  /** Sends no header of ours: a browser then asks the server at once, without a preflight (Fetch, CORS-safelisted). */
  bare?: boolean
}

/**
 * The answer of `route` for the signed-in user. An access token the server no longer takes is refreshed once and the call
 * repeated once: the server's clock may be ahead of the browser's. Where the server demands a second factor, the user is
 * asked for one and the call is made again; a login that has to name a key of the wallet frame is made again with it.
 *
 * @throws ApiError what the server refused; ClientError `must_be_authenticated`, `offline`, `client_request_timeout`;
 *   FrameError `mfa_cancelled`.
 */
export async function call<H extends RouteHead>(
  client: SallyportClient,
  route: H,
  input: RouteInput<RouteOf<H>>,
): Promise<RouteResponse<RouteOf<H>>> {
  const { environment, session } = client
  const proven = await withCaptcha(client, route, input)
  // 'user', 'frame' and 'user-or-frame'.
  const isOfUser = /user|frame/.test(route.auth)
  const run = async (more?: Record<string, string>) => {
    if (!isOfUser) return send(environment, route, proven, { headers: more })
    const token = await session.accessToken()
    if (!token) throw new ClientError('must_be_authenticated')
    return send(environment, route, proven, { token, headers: more })
  }
  // Where the cookies of a login don't reach the wallet frame, its key is asked for early, and is there for the login.
  if (!isOfUser && (isInCookies(environment) || environment.storage.get(needsWalletKey)))
    await import('./frame/wallet-key.js').then((it) => it.prepareWalletKey(client, route))
  try {
    return await run()
  } catch (error) {
    if (!isApiError(error)) throw error
    return import('./retry-refused.js').then((it) => it.retryRefused(client, error, run))
  }
}

/** `input` with the proof of a captcha, where `route` carries one, the app demands it and the caller gave none. */
export async function withCaptcha<H extends RouteHead>(
  client: SallyportClient,
  route: H,
  input: RouteInput<RouteOf<H>>,
): Promise<RouteInput<RouteOf<H>>> {
  const { captcha } = route
  if (!captcha || !client.state.config?.captcha_enabled) return input
  return import('./captcha/add-captcha.js').then((it) => it.addCaptcha(client, captcha, input))
}

/**
 * The answer of `route`, with an explicit token or none.
 *
 * @throws ApiError what the server refused; ClientError `offline`, `client_request_timeout`.
 */
export async function send<H extends RouteHead>(
  environment: Environment,
  route: H,
  input: RouteInput<RouteOf<H>>,
  options: SendOptions = {},
): Promise<RouteResponse<RouteOf<H>>> {
  try {
    return await sendOnce(environment, route, input, options)
  } catch (error) {
    const isGet = route.method === 'GET'
    const { idempotent = isGet } = options
    const isRepeated = isAnswerLost(error) ? idempotent : isGet && hasPassingStatus(error)
    if (!isRepeated) throw error
    await environment.clock.wait(retryDelayMs)
    return sendOnce(environment, route, input, options)
  }
}

/** Whether no answer arrived: the server may or may not have done what was asked. */
export function isAnswerLost(error: unknown): boolean {
  return (
    error instanceof ClientError &&
    (error.code === 'offline' || error.code === 'client_request_timeout')
  )
}

function hasPassingStatus(error: unknown): boolean {
  return isApiError(error) && retriedStatuses.has(error.status)
}

async function sendOnce<H extends RouteHead>(
  environment: Environment,
  route: H,
  input: RouteInput<RouteOf<H>>,
  options: SendOptions,
): Promise<RouteResponse<RouteOf<H>>> {
  // RouteInput has exactly these parts, each only where the route declares it.
  const parts = input as { params?: Record<string, string>; query?: object; body?: unknown }
  if (environment.fault) throw new ClientError(environment.fault)
  const timeout = AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs)
  try {
    const response = await environment.fetch(urlOf(environment, route, parts), {
      method: route.method,
      credentials: 'include',
      headers: options.bare
        ? {}
        : {
            ...headersOf(environment, options.token, parts.body !== undefined),
            ...options.headers,
          },
      signal: timeout,
      // Of no body this makes `undefined`, which is none.
      body: JSON.stringify(parts.body),
      keepalive: options.keepalive === true,
    })
    // The server strips its answers to the route's schema; unknown account types of newer servers pass through.
    return (await readAnswer(response)) as RouteResponse<RouteOf<H>>
  } catch (error) {
    if (isApiError(error)) throw error
    if (timeout.aborted) throw new ClientError('client_request_timeout', { cause: error })
    throw new ClientError('offline', { cause: error })
  }
}

/** Returns the content of an answer. What reads refusals is loaded with the first: a page that cannot load it is offline. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  let cause: unknown
  try {
    if (response.ok) return JSON.parse(text)
  } catch (error) {
    cause = error
  }
  const it = await import('./read-refusal.js')
  throw response.ok ? it.unreadable(cause) : it.readRefusal(response.status, text)
}

function urlOf(
  { callUrl }: Environment,
  route: RouteHead,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: object },
): string {
  const [prefix] = route.prefixes ?? defaultPrefixes
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))
  return `${callUrl}${prefix}${path}${pairs.length > 0 ? `?${search}` : ''}`
}

function headersOf(
  environment: Environment,
  token: string | null | undefined,
  hasBody: boolean,
): Record<string, string> {
  const { appId, clientId, walletKey } = environment
  return {
    accept: 'application/json',
    [headers.appId]: appId,
    [headers.client]: clientName,
    [headers.analyticsId]: analyticsId(environment),
    ...(clientId ? { [headers.clientId]: clientId } : {}),
    [headers.walletKey]: walletKey ?? canNameWalletKey,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
}
