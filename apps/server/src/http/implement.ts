import type {
  FactorDemand,
  ProtectedAction,
  Route,
  RouteAuth,
  RouteGroup,
  RouteRequest,
  RouteResponse,
} from '@sallyport/contract'
import type { App } from '../apps/app.js'
import type { SessionFacts } from '../db/open-session.js'
import type { LoginBrowser } from '../identity/sign-in.js'
import type { UserRecord } from '../identity/user.js'
import type { SessionCheck } from '../session/check.js'
import type { DeviceRecord } from '../session/device.js'
import type { Budgets, Spender } from './budgets.js'
import type { MessageLocale } from './message-locale.js'
import type { SessionCookies } from './session-cookies.js'

/** Who calls, as the guard of a route's `auth` found out; never from the body. */
export interface Callers {
  none: undefined
  app: AppCaller
  user: UserCaller
  frame: FrameCaller
  'wallet-page': AppCaller
  'user-or-frame': UserCaller
  secret: AppCaller
  'any-app': AppCaller
}

/** The app's page or its back end. */
export interface AppCaller {
  app: App
  /** Session of an access token that came along and whose signature is good, even if it has expired. */
  sessionId: string | undefined
  /** User of the same token while it is valid, without prefix. */
  tokenUserId: string | undefined
  /** The call carries the app's secret. */
  isBackEnd: boolean
}

/** A signed-in user of an app. */
export interface UserCaller {
  app: App
  user: UserRecord
  userId: string
  sessionId: string
  /** For the vault, which verifies it itself. */
  accessToken: string
  /** See `FrameCaller.mfaToken`. */
  mfaToken: string | undefined
  /** Of the session. */
  facts: SessionFacts
}

/** A signed-in user of an app at the wallet frame. */
export interface FrameCaller {
  app: App
  /** Without prefix. */
  userId: string
  sessionId: string
  /** The access token, for the vault, which verifies it itself. */
  accessToken: string
  /** The vault's statement that the session has proven a factor, where the route demands one and it came along. */
  mfaToken: string | undefined
  /** Passed already, unless the route says `checksSession`. */
  session: SessionCheck
}

/** Facts about the request that do not identify the caller. */
export interface RequestFacts {
  userAgent: string | undefined
  /** The language of messages that the request sends. */
  locale: MessageLocale
  device: DeviceRecord
  /** What a login notes of the browser it is made in. */
  browser: LoginBrowser
  /** The session of a user whose client lets them confirm in the wallet frame; undefined for others. */
  confirmsAs: { sessionId: string } | undefined
  /** Of the page that sends the request; the guard has checked it. */
  origin: string | undefined
  /** What budgets and one-time codes know of the request. */
  spender: Spender
  /** What the app's authorization keys have signed of it (wire reference §25). */
  signed: SignedRequest
  /** Of a login by Farcaster, from its header. */
  farcasterChannelToken: string | undefined
  /** The key of the wallet frame that the grant of this login is bound to (`http/wallet-key.ts`). */
  walletKey: string | undefined
  /** The browser has sent a cookie of ours. */
  keepsCookies: boolean
  /** Of a request to the app's custom address. */
  sessionCookies: SessionCookies | undefined
  /** Makes the browser forget the wallet grant of a session that is over. */
  endWalletGrant(sessionId: string | undefined): void
  /** Makes the browser keep the nonce of a login flow. */
  keepFlow(flow: string): void
  /** Notes that a user of this address has logged in in this browser. */
  keepKnown(channel: 'email' | 'sms', address: string): void
  /** Sends the cookie of it, after that of the wallet grant. */
  sendKnown(): void
  /** Runs a task once the answer was sent, so that its time tells the caller nothing. A failure is logged. */
  afterAnswer(task: () => Promise<void>): void
  /** Finds out, with the next call, whether the browser keeps cookies; nothing where that is known. */
  probeCookies(): void
}

/** A request as authorization signatures cover it. */
export interface SignedRequest {
  method: string
  /** As a client that knows this deployment by its own origin has written it. */
  url: string
  /** As it was sent, before the schema of the route read it; undefined where there was none. */
  body: unknown
  /** In base64, one for each key that has signed. */
  signatures: readonly string[]
  idempotencyKey: string | undefined
  /** Unix milliseconds, as they were sent. */
  expiry: string | undefined
  /** The intent that it is carried out for; absent for a request that a client has sent. */
  intentId?: string
}

/** What a handler of `R` receives: parsed parts, who calls, and facts. */
type HandlerRequest<R extends Route> = RouteRequest<R> & {
  caller: Callers[R['auth']]
  request: RequestFacts
}

/** Answers `R`; throws `ApiError` with one of the codes the route declares. */
export type Handler<R extends Route> = (request: HandlerRequest<R>) => Promise<RouteResponse<R>>

/** What a route needs besides its handler. */
export interface Needs<R extends Route> {
  /** What its requests spend from, besides the budget of all requests of a network (`http/flood.ts`). */
  budgets?: Budgets<R>
  /** The app is named by the path parameter `app_id`, so that a browser's first request needs no preflight. */
  appInPath?: true
  /** Users of an app that requires it must have accepted its terms (LNK-19). */
  terms?: 'accepted'
  /** The handler's statement checks the session (`FrameCaller.session`), because every round trip counts. */
  checksSession?: true
}

/** A handler with what its route needs. */
export interface Endpoint<R extends Route> extends Needs<R> {
  handle: Handler<R>
}

/** A route with its handler and needs, as `mount` takes it. */
export interface Implementation extends Needs<Route> {
  route: Route
  /** Its name in its group. */
  name: string
  /** From the table of protected actions; `features` adds both. */
  action?: ProtectedAction
  factor?: FactorDemand
  handle: (request: {
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
  handlers: { [K in keyof G]: Handler<G[K]> | Endpoint<G[K]> },
): Implementation[] {
  return Object.entries(group).map(([name, route]) => {
    const given = handlers[name as keyof G]
    const endpoint = typeof given === 'function' ? { handle: given } : given
    // `mount` calls it with the parts parsed by this very route's schemas and the caller of its own guard.
    return { route, name, ...endpoint } as unknown as Implementation
  })
}
