import { ApiError } from '@sallyport/contract'
import { transportSecurity } from '@sallyport/pages'
import { withoutRedaction } from '@sallyport/process'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Deps } from './deps.js'
import { features } from './features/index.js'
import { mountOAuthCallback } from './features/oauth/callback.js'
import { mountCrossAppPages } from './features/oauth/cross-app/pages.js'
import { mountPreflight } from './http/cors.js'
import { sendError, toApiError } from './http/errors.js'
import { limitFloods } from './http/flood.js'
import { refuseUntrustedProxies } from './http/forwarded-for.js'
import { checkAppOrigin, guardPage } from './http/guards.js'
import { mountHealth } from './http/health.js'
import { parseJsonBody } from './http/json-body.js'
import { mount } from './http/mount.js'
import { requestIdHeader } from './http/request-id.js'
import { traceRequests } from './http/trace-requests.js'
import { mountApiDocs } from './pages/api-docs.js'
import { mountPages } from './pages/frame.js'
import { mountTelegramLogin } from './pages/telegram-login.js'
import { usePhoneNumberPlans } from './phone-numbers.js'

/** Largest body, in bytes. */
const bodyLimit = 65_536

/** Builds the API and the pages of the auth origin. The caller calls `listen` or `inject`. */
export async function buildServer(deps: Deps): Promise<FastifyInstance> {
  usePhoneNumberPlans()
  const loggerOf = ({ id }: FastifyRequest) => deps.logger.child({ requestId: id })
  const server = Fastify({
    bodyLimit,
    trustProxy: (_address, hop) => hop < deps.config.trustedProxies,
    requestTimeout: 30_000,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Fastify's own errors: malformed URLs in the router, and errors before a route is found.
    frameworkErrors: (error, request, reply) =>
      sendError(reply, toApiError(error, loggerOf(request))),
    // Of the server alone: a client could name an id of another request.
    requestIdHeader: false,
    genReqId: () => Buffer.from(deps.random.bytes(12)).toString('base64url'),
  })
  readJsonOnly(server)
  traceRequests(server)
  server.setErrorHandler((error, request, reply) =>
    sendError(reply, toApiError(error, loggerOf(request))),
  )
  server.setNotFoundHandler(async (request, reply) => {
    // An allowed page may read the answer; any other caller gets the same answer without CORS headers.
    await guardPage(deps, { request, reply }, checkAppOrigin).catch(() => undefined)
    const status = isApiPath(request.url) ? 400 : 404
    return sendError(reply, new ApiError('not_supported', { status }))
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id)
    reply.header('vary', 'Origin')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin')
    reply.headers(transportSecurity(deps.config.publicOrigin))
  })
  logRequests(server, deps)
  refuseUntrustedProxies(server, deps)
  limitFloods(server, deps)
  mountPreflight(server, deps.apps)
  mountHealth(server, deps)
  mountApiDocs(server)
  mountPages(server, deps)
  mountTelegramLogin(server, deps)
  mountCrossAppPages(server, deps)
  await mountOAuthCallback(server, deps)
  mount(server, features(deps), deps)
  return server
}

/**
 * Whether `url` is under a prefix of the public API. Back-end clients read any 404 there as "no such user", so an unknown
 * route must be refused with another status (wire reference §34.13).
 */
function isApiPath(url: string): boolean {
  return /^\/(?:api\/v1|v1|api\/v2)(?:[/?#]|$)/.test(url)
}

function readJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const json = /^application\/json(?:$|;)/i
  server.addContentTypeParser(
    json,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
  )
  // Clients that send nothing may still name a type.
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      throw new ApiError('invalid_data', {
        status: 415,
        message: 'Content-Type must be application/json',
      })
    },
  )
}

/** One line for each request: method, route pattern, status, time; no query, header or body, which may hold secrets. Counted too. */
function logRequests(server: FastifyInstance, deps: Deps): void {
  const logger = withoutRedaction(deps.logger)
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const durationMs = Math.round(reply.elapsedTime)
    const route = routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    const requestId = request.id
    logger.info({ method, route, status, durationMs, ip: request.ip, requestId }, 'request')
    deps.metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1000)
  })
}
