import {
  ApiError,
  browserDemands,
  headers,
  loginDemands,
  missingAppId,
  type RouteAuth,
} from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, allowsOrigin, isAppSecret, isFrameOrigin } from '../apps/app.js'
import type { PresentedSession, SessionFacts } from '../db/open-session.js'
import { hasAcceptedTerms, readSessionUser } from '../db/users.js'
import type { Deps } from '../deps.js'
import { requireSettledForChange } from '../identity/settled-login.js'
import { checkSession, createSessionCheck } from '../session/check.js'
import { checkMfaToken } from '../session/mfa-token.js'
import { readAccessToken } from '../tokens/access-token.js'
import { allowOrigin, allowReading } from './cors.js'
import type { AppCaller, Callers, FrameCaller, Implementation, UserCaller } from './implement.js'
import { requireBrowser, requireWalletGrant } from './wallet-grant.js'

/** One request on its way to one route. */
interface Arrival {
  endpoint: Pick<Implementation, 'appInPath' | 'action' | 'factor' | 'checksSession' | 'terms'>
  request: FastifyRequest
  reply: FastifyReply
}

type Guard<A extends RouteAuth> = (deps: Deps, arrival: Arrival) => Promise<Callers[A]>

/** How each kind of caller proves who it is. Nothing is read from the body. */
export const guards: { [A in RouteAuth]: Guard<A> } = {
  none: async (_deps, { request, reply }) => {
    allowReading(reply, request.headers.origin)
    return undefined
  },
  app: guardApp,
  user: async (deps, arrival) =>
    guardUser(deps, arrival, await guardPage(deps, arrival, checkAppOrigin)),
  frame: async (deps, arrival) =>
    guardFrame(deps, arrival, await guardPage(deps, arrival, checkFrameOrigin)),
  'wallet-page': async (deps, arrival) => {
    const app = await guardPage(deps, arrival, checkFrameOrigin)
    const { 'sec-fetch-site': site = 'same-origin' } = arrival.request.headers
    if (site !== 'same-origin') throw new ApiError('invalid_origin')
    return { app, sessionId: undefined, tokenUserId: undefined, isBackEnd: false }
  },
  'user-or-frame': async (deps, arrival) =>
    guardUser(deps, arrival, await guardPage(deps, arrival, checkEitherOrigin)),
  secret: guardSecret,
  'any-app': (deps, arrival) =>
    readCredentials(arrival.request, 'Basic') === undefined
      ? guardApp(deps, arrival)
      : guardSecret(deps, arrival),
}

/** A page of the app; an access token that comes along tells the session, even when its time is over. */
async function guardApp(deps: Deps, arrival: Arrival): Promise<AppCaller> {
  const app = await guardPage(deps, arrival, checkAppOrigin)
  const token = readCredentials(arrival.request, 'Bearer')
  if (token === undefined) {
    return { app, sessionId: undefined, tokenUserId: undefined, isBackEnd: false }
  }
  const facts = readToken(deps, app, { token, allowExpired: true })
  const tokenUserId = readToken(deps, app, { token, allowExpired: false })?.userId
  return { app, sessionId: facts?.sessionId, tokenUserId, isBackEnd: false }
}

/** The app a request names, if it may come from there; CORS headers are set when it may. */
export async function guardPage(
  deps: Deps,
  { endpoint, request, reply }: Omit<Arrival, 'endpoint'> & Partial<Pick<Arrival, 'endpoint'>>,
  checkOrigin: (deps: Deps, request: FastifyRequest, app: App) => void,
): Promise<App> {
  const { origin } = request.headers
  // Any page that asks for the public configuration may read why it was refused, so that its developer can be told.
  if (endpoint?.appInPath) allowReading(reply, origin)
  const named = readHeader(request, headers.appId)
  const app = await findApp(
    deps,
    request,
    named ?? (endpoint?.appInPath ? appOfPath(request) : undefined),
  )
  checkOrigin(deps, request, app)
  if (origin !== undefined) allowOrigin(reply, origin)
  checkClientId(request)
  return app
}

/** The app named by the path: a browser then needs no header of ours, and so no preflight. */
function appOfPath({ params }: FastifyRequest): string | undefined {
  // Text as the router found it in the route's path.
  return (params as { app_id?: string }).app_id
}

/**
 * An app has one set of settings for all of its clients, so an id need only be readable.
 *
 * @throws ApiError `missing_or_invalid_privy_client_id`
 */
function checkClientId(request: FastifyRequest): void {
  const clientId = request.headers[headers.clientId]
  if (clientId === undefined) return
  if (typeof clientId === 'string' && /^[\w.:-]{1,255}$/.test(clientId)) return
  throw new ApiError('missing_or_invalid_privy_client_id')
}

/** @throws ApiError `missing_origin`, `invalid_origin` or `invalid_native_app_id` (security design 3.9). */
export function checkAppOrigin(deps: Deps, request: FastifyRequest, app: App): void {
  const { origin } = request.headers
  if (origin === undefined) {
    checkOriginless(request, app)
    return
  }
  if (isFrameOrigin(app, origin, deps.config)) throw new ApiError('invalid_origin')
  if (!allowsOrigin(app, origin)) throw new ApiError('invalid_origin')
}

function checkOriginless(request: FastifyRequest, app: App): void {
  const nativeAppId = readHeader(request, headers.nativeAppId)
  if (nativeAppId !== undefined) {
    if (app.settings.allowed_native_app_ids.includes(nativeAppId)) return
    throw new ApiError('invalid_native_app_id')
  }
  if (app.environment === 'production') throw new ApiError('missing_origin')
}

function checkFrameOrigin(deps: Deps, request: FastifyRequest, app: App): void {
  const { origin } = request.headers
  if (origin === undefined && request.headers['sec-fetch-site'] === 'same-origin') return
  if (origin === undefined) throw new ApiError('missing_origin')
  if (!isFrameOrigin(app, origin, deps.config)) throw new ApiError('invalid_origin')
}

function checkEitherOrigin(deps: Deps, request: FastifyRequest, app: App): void {
  const { origin } = request.headers
  if (origin === undefined || !isFrameOrigin(app, origin, deps.config)) {
    checkAppOrigin(deps, request, app)
  }
}

async function guardUser(
  deps: Deps,
  { endpoint, request }: Arrival,
  app: App,
): Promise<UserCaller> {
  const { facts: claims, accessToken } = requireToken(deps, request, app)
  const presented = presentedBy(deps, { appId: app.id, ...claims })
  const found = await readSessionUser(deps.db, presented)
  const check = createSessionCheck({ deps, presented, demand: endpoint.factor })
  check.judge(found?.facts)
  if (found === undefined) throw new ApiError('missing_or_invalid_token')
  const session = { appId: app.id, ...claims }
  const demand = endpoint.action && browserDemands[endpoint.action]
  requireBrowser(deps, request, { demand, session, accessToken, check, amr: found.facts.amr })
  await requireOldEnough(deps, { endpoint, app, userId: claims.userId, facts: found.facts })
  const mfaToken = await readMfaToken(deps, { endpoint, request, presented })
  return { app, ...found, ...claims, accessToken, mfaToken }
}

/** A signed-in user at the frame of the browser that logged in (P1); it needs no more of them than who they are. */
async function guardFrame(
  deps: Deps,
  { endpoint, request }: Arrival,
  app: App,
): Promise<FrameCaller> {
  const { facts, accessToken } = requireToken(deps, request, app)
  requireWalletGrant(deps, request, { session: { appId: app.id, ...facts }, accessToken })
  const presented = presentedBy(deps, { appId: app.id, ...facts })
  const session = createSessionCheck({ deps, presented, demand: endpoint.factor })
  if (!endpoint.checksSession) await checkSession(deps.db, session, presented)
  if (endpoint.terms === 'accepted') await requireTerms(deps, app, facts.userId)
  await requireOldEnough(deps, { endpoint, app, userId: facts.userId, facts: session.facts() })
  const mfaToken = await readMfaToken(deps, { endpoint, request, presented })
  return { app, ...facts, accessToken, mfaToken, session }
}

/** @throws ApiError `older_login_required`, `login_too_old` for a session that may not decide about second factors yet (P8). */
async function requireOldEnough(
  deps: Deps,
  {
    endpoint: { action },
    app,
    userId,
    facts,
  }: Pick<Arrival, 'endpoint'> & { app: App; userId: string; facts: SessionFacts | undefined },
): Promise<void> {
  if (action === undefined || loginDemands[action] === undefined) return
  if (facts === undefined) throw new Error('The session was not judged')
  await requireSettledForChange(deps, { app, userId, facts, changed: undefined })
}

/** Costs a query only in apps that require it. @throws ApiError `invalid_data` */
async function requireTerms({ db }: Deps, app: App, userId: string): Promise<void> {
  if (!app.settings.require_users_accept_terms) return
  if (await hasAcceptedTerms(db, { appId: app.id, userId })) return
  throw new ApiError('invalid_data', { message: 'The user has not accepted the terms of the app' })
}

function presentedBy(
  { clock, config }: Deps,
  session: { appId: string; userId: string; sessionId: string },
): PresentedSession {
  return { ...session, nowMs: clock.nowMs(), epoch: config.epoch }
}

/**
 * The vault's statement that the session has proven a factor, on routes that demand one.
 *
 * @throws ApiError `expired_or_invalid_mfa_token` for one that is not of this session or too old (MFA-02).
 */
async function readMfaToken(
  deps: Deps,
  {
    endpoint,
    request,
    presented,
  }: Pick<Arrival, 'endpoint' | 'request'> & { presented: PresentedSession },
): Promise<string | undefined> {
  const token = readHeader(request, headers.mfaToken)
  if (token === undefined || endpoint.factor === undefined) return undefined
  await checkMfaToken(deps, token, presented)
  return token
}

function requireToken(deps: Deps, request: FastifyRequest, app: App) {
  const accessToken = readCredentials(request, 'Bearer')
  const facts = accessToken && readToken(deps, app, { token: accessToken, allowExpired: false })
  if (!facts) throw new ApiError('missing_or_invalid_token')
  return { facts, accessToken }
}

/** Basic credentials of an app; its id header may repeat the id, nothing else. */
async function guardSecret(deps: Deps, { request }: Arrival): Promise<AppCaller> {
  const credentials = readCredentials(request, 'Basic')
  if (credentials === undefined) throw new ApiError('invalid_credentials')
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const app = await findApp(deps, request, colon < 0 ? undefined : text.slice(0, colon))
  const named = readHeader(request, headers.appId)
  if (named !== undefined && named !== app.id) {
    throw new ApiError('missing_or_invalid_privy_app_id')
  }
  if (!isAppSecret(app, text.slice(colon + 1))) throw new ApiError('invalid_credentials')
  return { app, sessionId: undefined, tokenUserId: undefined, isBackEnd: true }
}

async function findApp(
  deps: Deps,
  { ip }: FastifyRequest,
  appId: string | undefined,
): Promise<App> {
  if (!appId) throw new ApiError(missingAppId.code, missingAppId)
  const app = await deps.apps.find(appId, ip)
  if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
  return app
}

function readToken(deps: Deps, app: App, input: { token: string; allowExpired: boolean }) {
  return readAccessToken(input.token, {
    keys: app.verifyingKeys,
    minIat: app.minIat,
    issuer: deps.config.tokenIssuer,
    appId: app.id,
    nowMs: deps.clock.nowMs(),
    allowExpired: input.allowExpired,
  })
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What follows the scheme in the Authorization header; schemes are compared without case (RFC 9110, 11.1). */
function readCredentials(request: FastifyRequest, scheme: 'Basic' | 'Bearer'): string | undefined {
  const { authorization = '' } = request.headers
  const isScheme =
    authorization.slice(0, scheme.length + 1).toLowerCase() === `${scheme.toLowerCase()} `
  return isScheme ? authorization.slice(scheme.length + 1).trim() : undefined
}
