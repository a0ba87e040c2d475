import { headers, ownClient, type Route, walletHeaders } from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.js'
import { readDevice } from '../session/device.js'
import { confirmsMark } from '../session/wallet-grant.js'
import type { Spender } from './budgets.js'
import { flowCookie, readFlowCookie } from './flow-cookie.js'
import type { Callers, RequestFacts, SignedRequest } from './implement.js'
import { isKnownBrowser, type KnownAddress, knownBrowserCookie } from './known-browser.js'
import { messageLocale } from './message-locale.js'
import { probeCookie } from './probe-cookie.js'
import type { runAfterAnswers } from './run-after-answers.js'
import { sessionCookies } from './session-cookies.js'
import { endedWalletCookie } from './wallet-cookie.js'
import { boundKey, keepsCookies } from './wallet-key.js'

/** A request whose caller is known. */
export interface Incoming {
  request: FastifyRequest
  reply: FastifyReply
  caller: Callers[Route['auth']]
  deps: Deps
  afterAnswer: ReturnType<typeof runAfterAnswers>
}

/** What a request says of its browser, and how an answer reaches it; nothing of it identifies the caller. */
export function readFacts(
  { auth }: Pick<Route, 'auth'>,
  { request, reply, caller, deps, afterAnswer }: Incoming,
): RequestFacts {
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
  // A login on a page of ours is that page's alone: at the app's own address, cookies would make it the app's session.
  const isOurPage = auth === 'wallet-page'
  const cookiesOfPage =
    isBackEnd || isOurPage ? undefined : sessionCookies(caller?.app, request, reply)
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
    afterAnswer: (task) => afterAnswer(reply, task),
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
