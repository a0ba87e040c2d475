import {
  defaultPrefixes,
  type ErrorCode,
  headers,
  isErrorCode,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@sallyport/contract'

/** Why a call failed: a code of the catalogue, or `null` when no proper answer came (network, timeout, nonsense). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly code: ErrorCode | null
  /** How long the server wants a pause, when it says so. */
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode | null, retryAfterSeconds: number | null = null) {
    super('The call failed')
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Calls `route` for the owner of `accessToken`; the answer is checked by the route's schema. */
export type CallRoute = <R extends Route>(
  route: R,
  input: RouteInput<R>,
  accessToken: string,
) => Promise<RouteResponse<R>>

/** Calls `route` once, for the owner of an access token where one is given, with a grant that is bound to this frame. */
export type CallSender = <R extends Route>(
  route: R,
  input: RouteInput<R>,
  caller: { accessToken: string | undefined; grant: string | undefined },
) => Promise<RouteResponse<R>>

/** A call may take this long before the frame gives up. */
const timeoutMs = 15_000

/**
 * Binds the network and the app.
 *
 * @param origin  The frame's own origin, where the API is.
 */
export function createCallSender({
  fetch,
  origin,
  appId,
  factorOf,
}: {
  fetch: typeof globalThis.fetch
  origin: string
  appId: string
  /** What the owner of an access token has proven by a second factor. */
  factorOf: (accessToken: string) => string | undefined
}): CallSender {
  return async (route, input, { accessToken, grant }) => {
    // The input type depends on the route; every form of it is a subset of these parts.
    const { params = {}, body } = input as { params?: Record<string, string>; body?: unknown }
    const factor = accessToken && factorOf(accessToken)
    const response = await fetch(`${origin}${defaultPrefixes[0]}${fillPath(route.path, params)}`, {
      method: route.method,
      headers: {
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        [headers.appId]: appId,
        ...(factor && { [headers.mfaToken]: factor }),
        ...(grant !== undefined && { [headers.walletGrant]: grant }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body ?? {}),
      mode: 'same-origin',
      // The cookie of the login, which is this origin's (P1).
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      // What the browser says about the network is not passed on.
      throw new CallFailure(null)
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) {
      throw new CallFailure(readCode(response.status, answer), readRetryAfter(response))
    }
    const parsed = route.response.safeParse(answer)
    if (!parsed.success) throw new CallFailure(null)
    // `parsed.data` is the output of this route's schema, which is what `RouteResponse` names.
    return parsed.data as RouteResponse<typeof route>
  }
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function readRetryAfter({ headers: given }: Response): number | null {
  const seconds = given.get('retry-after')
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) : null
}

function readCode(status: number, answer: unknown): ErrorCode | null {
  if (status === 429) return 'too_many_requests'
  const code = (answer as { code?: unknown } | null)?.code
  return isErrorCode(code) ? code : null
}
