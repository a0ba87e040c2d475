import { api, defaultPrefixes, headers, walletHeaders } from '@sallyport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Apps } from '../apps/registry.js'
import { requestIdHeader } from './request-id.js'

const allowedHeaders = [
  'authorization',
  'content-type',
  'accept',
  // A page with traces of its own joins the API's to them (W3C Trace Context).
  'traceparent',
  ...Object.values(headers),
  ...Object.values(walletHeaders),
].join(', ')
/** What any page may ask about an app. */
const publicPaths = [api.app.config.path, api.crossApp.details.path]
  .map((path) => path.replace('{app_id}', '[^/?]+'))
  .join('|')
const publicPath = new RegExp(`^(${defaultPrefixes.join('|')})(${publicPaths})$`)
const allowedMethods = 'GET, POST, PATCH, PUT, DELETE'

/** Lets the page at `origin`, which a guard has found to be allowed, read the answer (wire reference §2). */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-allow-credentials', 'true')
  reply.header('access-control-expose-headers', `retry-after, ${requestIdHeader}`)
}

/** Lets any web page read the answer, for answers that hold nothing private; not what only looks like an origin. */
export function allowReading(reply: FastifyReply, origin: string | undefined): void {
  if (origin !== undefined && isWebOrigin(origin)) allowOrigin(reply, origin)
}

function isWebOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/**
 * Answers every OPTIONS request; needs no credentials. Only an origin that some app lists gets permission, but any page may
 * ask for the public configuration of an app: it has to be able to read why it is refused.
 */
export function mountPreflight(server: FastifyInstance, apps: Apps): void {
  server.options('*', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined) {
      const isAllowed = isPublicConfig(request) || (await apps.allowOrigin(origin, request.ip))
      if (isAllowed) permit(request, reply, origin)
    }
    return reply.code(204).send()
  })
}

function isPublicConfig({ url, headers }: FastifyRequest): boolean {
  return headers['access-control-request-method'] === 'GET' && publicPath.test(url)
}

function permit(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  if (request.headers['access-control-request-method'] === undefined) return
  allowOrigin(reply, origin)
  reply.header('access-control-allow-methods', allowedMethods)
  reply.header('access-control-allow-headers', allowedHeaders)
  reply.header('access-control-max-age', '600')
}
