import {
  ApiError,
  defaultPrefixes,
  headers,
  invalidRefusalOf,
  isApiError,
  missingAppId,
  ownClient,
  type Route,
  refusalsOf,
  type Session,
  session as sessionEntity,
  walletHeaders,
} from '@sallyport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { Deps } from '../deps.js'
import { readDevice } from '../session/device.js'
import { noteGrant } from '../session/note-grant.js'
import { confirmsMark } from '../session/wallet-grant.js'
import type { Spender } from './budgets.js'
import { requireCaptcha } from './captcha.js'
import { describeIssue } from './describe-issue.js'
import { flowCookie, readFlowCookie } from './flow-cookie.js'
import { guards } from './guards.js'
import type { Callers, Implementation, RequestFacts, SignedRequest } from './implement.js'
import { isPlainText } from './json-body.js'
import { isKnownBrowser, type KnownAddress, knownBrowserCookie } from './known-browser.js'
import { messageLocale } from './message-locale.js'
import { probeCookie } from './probe-cookie.js'
import { sessionCookies } from './session-cookies.js'
import { takeOrWork } from './take-or-work.js'
import { endedWalletCookie } from './wallet-cookie.js'
import { keepWalletGrant } from './wallet-grant.js'
import { boundKey, keepsCookies, requireWalletKey } from './wallet-key.js'

/**
 * Serves each implementation under each of its prefixes. The only place where requests are validated, answers are
 * checked and stripped, and budgets are counted.
 */
export function mount(
  server: FastifyInstance,
  implementations: readonly Implementation[],
  deps: Deps,
): void {
  for (const endpoint of implementations) {
    const { route } = endpoint
    for (const prefix of route.prefixes ?? defaultPrefixes) {
      const callers = new WeakMap<FastifyRequest, Callers[Route['auth']]>()
      server.route({
        method: route.method,
        url: prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Before the body is read: a stranger's body is not even parsed.
        onRequest: async (request, reply) => {
          callers.set(request, await guards[route.auth](deps, { endpoint, request, reply }))
        },
        handler: (request, reply) =>
          answer(endpoint, { request, reply, caller: callers.get(request), deps }),
      })
    }
  }
}

interface Incoming {
  request: FastifyRequest
  reply: FastifyReply
  caller: Callers[Route['auth']]
  deps: Deps
}

async function answer(endpoint: Implementation, incoming: Incoming): Promise<unknown> {
  const { route } = endpoint
  const { request, reply, caller, deps } = incoming
  const facts = readFacts(incoming)
  requireWalletKey(route, { request, reply, facts })
  const parts = {
    params: parse(route, 'params', request.params),
    query: parse(route, 'query', request.query),
    body: parse(route, 'body', request.body === undefined ? {} : request.body),
  }
  const workProof = request.headers[headers.workProof]
  await spendBudgets(endpoint, { parts, spender: facts.spender, workProof, deps })
  await requireCaptcha(deps, {
    route,
    body: parts.body,
    app: caller?.app,
    origin: facts.origin,
    ip: request.ip,
  })
  // What anyone may read is public keys, which verifiers keep for a moment (security design 3.2).
  const isPublic = route.auth === 'none' && route.method === 'GET'
  reply.header('cache-control', isPublic ? 'public, max-age=300' : 'no-store')
  try {
    const response = await endpoint.handle({ ...parts, caller, request: facts })
    requireCheckedSession(endpoint, caller)
    await notePresentedGrant(deps, caller)
    if (route.noContent) return reply.code(204).send()
    const stripped = strip(route, response)
    if (route.response !== sessionEntity) return stripped
    const body = keepWalletGrant(
      deps,
      { noted: response, body: stripped },
      {
        request,
        reply,
        isBackEnd: facts.spender.isBackEnd,
        walletKey: facts.walletKey,
      },
    )
    facts.sendKnown()
    // `strip` has checked it by this very schema.
    return facts.sessionCookies?.keep(body as Session) ?? body
  } catch (error) {
    if (deps.config.strictErrors) refuseUndeclared(route, error)
    throw error
  }
}

function readFacts({ request, reply, caller, deps }: Incoming): RequestFacts {
  const { 'user-agent': userAgent, 'accept-language': languages, cookie, origin } = request.headers
  const channelToken = request.headers[headers.farcasterChannelToken]
  const clientId = request.headers[headers.analyticsId]
  const isBackEnd = caller !== undefined && 'isBackEnd' in caller && caller.isBackEnd
  const spender: Spender = {
    appId: caller?.app.id ?? '',
    userId: caller !== undefined && 'userId' in caller ? caller.userId : undefined,
    ip: request.ip,
    // A back end has no browser of its own: one cookie would stand for all its users.
    flow: isBackEnd ? undefined : readFlowCookie(cookie),
    isBackEnd,
    knows: (channel, address) =>
      !isBackEnd &&
      isKnownBrowser(cookie, { appId: spender.appId, channel, address }, deps.keyEncryption),
    config: deps.config,
  }
  const device = readDevice({
    ip: request.ip,
    userAgent,
    clientId: typeof clientId === 'string' ? clientId : undefined,
    place: readPlace(request, deps),
  })
  const cookiesOfPage = isBackEnd ? undefined : sessionCookies(caller?.app, request, reply)
  const isAtOwnAddress = cookiesOfPage !== undefined
  const walletKey = isBackEnd
    ? undefined
    : boundKey(deps, { request, appId: spender.appId, isAtOwnAddress })
  const sendsCookies = !isBackEnd && keepsCookies(cookie)
  let known: KnownAddress | undefined
  return {
    userAgent,
    locale: messageLocale(languages),
    origin,
    signed: readSigned(request, deps),
    farcasterChannelToken: typeof channelToken === 'string' ? channelToken : undefined,
    device,
    // A back end's cookies are not those of its user's browser.
    browser: {
      device,
      keepsGrant: walletKey !== undefined || sendsCookies,
      locale: isBackEnd || languages === undefined ? undefined : messageLocale(languages),
      confirms: !isBackEnd && String(request.headers[headers.client]).startsWith(ownClient),
    },
    confirmsAs: confirmsAsOf(caller),
    spender,
    walletKey,
    keepsCookies: sendsCookies,
    sessionCookies: cookiesOfPage,
    endWalletGrant: (sessionId) => {
      if (sessionId !== undefined) reply.header('set-cookie', endedWalletCookie(sessionId))
    },
    keepFlow: (flow) => {
      if (!isBackEnd) reply.header('set-cookie', flowCookie(flow))
    },
    keepKnown: (channel, address) => {
      if (!isBackEnd) known = { appId: spender.appId, channel, address }
    },
    sendKnown: () => {
      if (known) reply.header('set-cookie', knownBrowserCookie(cookie, known, deps.keyEncryption))
    },
    probeCookies: () => {
      if (!isBackEnd && !sendsCookies) reply.header('set-cookie', probeCookie)
    },
  }
}

function confirmsAsOf(caller: Incoming['caller']): RequestFacts['confirmsAs'] {
  if (caller === undefined || !('facts' in caller)) return undefined
  const { facts, sessionId } = caller
  return facts.amr.includes(confirmsMark) ? { sessionId } : undefined
}

/** The parts that authorization signatures cover. The origin is the deployment's own: a `Host` header may say anything. */
function readSigned(
  { method, url, body, headers: sent }: FastifyRequest,
  { config }: Deps,
): SignedRequest {
  const text = (name: string) => {
    const value = sent[name]
    return typeof value === 'string' ? value : undefined
  }
  const signatures = text(walletHeaders.authorizationSignature)?.split(',') ?? []
  return {
    method,
    url: config.publicOrigin + url,
    body,
    signatures: signatures.map((each) => each.trim()).filter((each) => each !== ''),
    idempotencyKey: text(walletHeaders.idempotencyKey),
    expiry: text(walletHeaders.requestExpiry),
  }
}

/** The client's country as a trusted proxy says it; without a proxy the client could say anything. */
function readPlace(request: FastifyRequest, { config }: Deps): string | undefined {
  const { placeHeader, trustedProxies } = config
  const place = placeHeader === undefined ? undefined : request.headers[placeHeader]
  if (trustedProxies === 0 || typeof place !== 'string') return undefined
  return /^[A-Z]{2}$/.test(place) ? place : undefined
}

/** @throws ApiError `too_many_requests` */
async function spendBudgets(
  { budgets }: Implementation,
  {
    parts,
    spender,
    workProof,
    deps,
  }: { parts: object; spender: Spender; workProof: unknown; deps: Deps },
): Promise<void> {
  if (budgets === undefined) return
  // `parts` were parsed by this route's schemas.
  const list = budgets(parts as never, spender)
  await takeOrWork(deps, { appId: spender.appId, list, workProof })
}

/** A handler that took over the check of the session and forgot it is a bug that must not release anything. */
function requireCheckedSession({ route }: Implementation, caller: Incoming['caller']): void {
  if (caller === undefined || !('session' in caller) || caller.session.isPassed()) return
  throw new Error(`${route.method} ${route.path} answered without checking the session`)
}

/** @throws ApiError the route's refusal of invalid requests, with the first problem's text; `data.field` says where it is. */
function parse(route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema: ZodMiniType | undefined = route[part]
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) {
    refuseUnusableText(result.data)
    return result.data
  }
  const [issue = { path: [] }] = result.error.issues
  const [place] = issue.path
  if (part === 'params' && place === 'app_id') {
    throw new ApiError(missingAppId.code, { message: missingAppId.message })
  }
  const { code, status } = invalidRefusalOf(route)
  const { message, field } = describeIssue(issue, part, value)
  throw new ApiError(code, { status, message, ...(field === undefined ? {} : { data: { field } }) })
}

/** Bodies were checked when they were read; this is for parameters, which are percent-decoded. */
function refuseUnusableText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [field, item] of Object.entries(value)) {
    if (typeof item !== 'string' || isPlainText(item)) continue
    const message = `${field} has characters that cannot be stored`
    throw new ApiError('invalid_data', { message, data: { field } })
  }
}

/** A caller of the wallet frame has presented the grant, or the guard would have refused it. */
async function notePresentedGrant(deps: Deps, caller: Incoming['caller']): Promise<void> {
  if (caller === undefined || !('session' in caller)) return
  const { app, userId, sessionId, session: check } = caller
  await noteGrant(deps, { appId: app.id, userId, sessionId, check })
}

/** The answer by its schema: fields it does not name stay here; a wrong shape is our fault, never sent. */
function strip(route: Route, response: unknown): unknown {
  const result = route.response.safeParse(response)
  if (result.success) return result.data
  throw new Error(`${route.method} ${route.path} answered outside its contract`, {
    cause: result.error,
  })
}

function refuseUndeclared(route: Route, error: unknown): void {
  if (!isApiError(error)) return
  const { code, status } = error
  if (refusalsOf(route).some((each) => each.code === code && each.status === status)) return
  throw new Error(
    `${route.method} ${route.path} threw ${code} with ${status}, which it does not declare`,
  )
}
