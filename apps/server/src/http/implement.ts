import type { Route, RouteAuth, RouteGroup, RouteRequest, RouteResponse } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import type { UserRecord } from '../identity/user.js'
import type { Spending } from './rate-limits.js'

/** Who calls, as the guard of a route's `auth` found out; never from the body. */
export interface Callers {
  none: undefined
  app: AppCaller
  user: UserCaller
  frame: FrameCaller
  secret: AppCaller
  'any-app': AppCaller
}

/** The app's page or its back end. */
export interface AppCaller {
  app: App
  /** Session of an access token that came along and whose signature is good, even if it has expired. */
  sessionId: string | undefined
}

/** A signed-in user of an app. */
export interface UserCaller {
  app: App
  user: UserRecord
  sessionId: string
}

/** A signed-in user of an app at the wallet frame. */
export interface FrameCaller {
  app: App
  /** Without prefix. */
  userId: string
  sessionId: string
  /** The access token, for the vault, which verifies it itself. */
  accessToken: string
}

/** Facts about the request that are no identity. */
export interface RequestFacts {
  /** Address of the client as far as proxies are trusted. */
  ip: string
  userAgent: string | undefined
  origin: string | undefined
  /** The request's budget; only routes of `claimsBudget` find anything in it. */
  spending: Spending
}

/** What a handler of `R` receives: parsed parts, who calls, and facts. */
export type HandlerRequest<R extends Route> = RouteRequest<R> & {
  caller: Callers[R['auth']]
  request: RequestFacts
}

/** Answers `R`; throws `ApiError` with one of the codes the route declares. */
export type Handler<R extends Route> = (request: HandlerRequest<R>) => Promise<RouteResponse<R>>

/** A route with its handler, as `mount` takes it. */
export interface Implementation {
  route: Route
  handler: (request: {
    params: unknown
    query: unknown
    body: unknown
    caller: Callers[RouteAuth]
    request: RequestFacts
  }) => Promise<unknown>
}

/** Pairs every route of a group with its handler: one too few or too many does not compile. */
export function implement<const G extends RouteGroup>(
  group: G,
  handlers: { [K in keyof G]: Handler<G[K]> },
): Implementation[] {
  return Object.entries(group).map(([name, route]) => ({
    route,
    // `mount` calls it with the parts parsed by this very route's schemas and the caller of its own guard.
    handler: handlers[name as keyof G] as unknown as Implementation['handler'],
  }))
}
