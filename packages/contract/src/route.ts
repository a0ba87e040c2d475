import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.js'

/**
 * Who may call a route.
 * - `none`: anyone, without headers (JWKS, health).
 * - `app`: the app's page: app id header and an allowed origin; a bearer token is ignored.
 * - `user`: as `app`, and a valid access token.
 * - `frame`: as `user`, but only from the auth origin itself, where the wallet frame lives.
 * - `wallet-page`: the wallet frame before anyone has logged in: app id header, from the auth origin itself.
 * - `user-or-frame`: as `user` or as `frame`: a call that the page and the frame make alike.
 * - `secret`: the app's back end: Basic `app_id:app_secret`.
 * - `any-app`: the app's page or its back end, whichever credentials are sent.
 */
export type RouteAuth =
  | 'none'
  | 'app'
  | 'user'
  | 'frame'
  | 'wallet-page'
  | 'user-or-frame'
  | 'secret'
  | 'any-app'

/** Where a body carries the proof of a captcha. */
export type CaptchaField = 'token' | 'captcha_token'

type Schema = z.ZodMiniType

/** One call of the API, described once for the server, the client and the OpenAPI document. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path after the prefix, with `{name}` for parameters. */
  path: `/${string}`
  /** Prefixes the path is served under; the client uses the first. Default: `/api/v1` and `/v1`. */
  prefixes?: readonly string[]
  auth: RouteAuth
  /** The field of the body with the proof of a captcha, which apps with captcha demand (wire reference §19). */
  captcha?: CaptchaField
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  response: Schema
  /**
   * A login. A client that can name a key of the wallet frame says so in a header (`headers.walletKey`), and is refused
   * with `wallet_key_required` before anything is used up where it has to.
   */
  opensSession?: true
  /** Answers 204 without a body; for back ends only, because browser clients read JSON (wire reference §4). */
  noContent?: true
  /** Codes its handler answers, beside those of its guard and of every request (`refusalsOf`). */
  errors: readonly RouteError[]
  /** What a request that breaks one of the schemas is answered; default `invalid_data` with 400. */
  invalid?: RefusalKind
}

/** An error code with the status it is answered with. */
export interface RefusalKind {
  code: ErrorCode
  status: number
}

/** A code with the status of the catalogue, or with another one. */
export type RouteError = ErrorCode | RefusalKind

/** What finds a route; only its type still says what goes in and out. A route is a head of itself. */
export type RouteHead<R extends Route = Route> = Pick<
  R,
  Extract<keyof R, 'method' | 'path' | 'auth' | 'prefixes' | 'captcha'>
> & { readonly describes?: R }

/** The route that a head is of. */
export type RouteOf<H extends RouteHead> = H extends Route
  ? H
  : H extends { readonly describes?: infer R extends Route }
    ? R
    : never

/** Prefixes of a route that names none (wire reference §2). */
export const defaultPrefixes = ['/api/v1', '/v1'] as const

/** Declares a route, keeping its exact type. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

type InputOf<S> = S extends Schema ? z.input<S> : never
type OutputOf<S> = S extends Schema ? z.output<S> : never
type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  D extends 'in' | 'out',
> = R[K] extends Schema ? { [P in K]: D extends 'in' ? InputOf<R[K]> : OutputOf<R[K]> } : unknown

/** What a client passes to call `R`: `params`, `query`, `body`, each only if the route has it. */
export type RouteInput<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'query', 'in'> &
  Part<R, 'body', 'in'>
/** What the server's handler of `R` receives: the same parts, parsed. */
export type RouteRequest<R extends Route> = Part<R, 'params', 'out'> &
  Part<R, 'query', 'out'> &
  Part<R, 'body', 'out'>
/** What `R` answers. */
export type RouteResponse<R extends Route> = OutputOf<R['response']>

/** A feature's routes by name. */
export type RouteGroup = Record<string, Route>
