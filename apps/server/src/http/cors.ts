import { headers, walletHeaders } from '@sallyport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Apps } from '../apps/registry.js'

const allowedHeaders = [
  'authorization',
  'content-type',
  'accept',
  ...Object.values(headers),
  ...Object.values(walletHeaders),
].join(', ')
const allowedMethods = 'GET, POST, PATCH, PUT, DELETE'

/** Lets the page at `origin`, which a guard has found to be allowed, read the answer (wire reference §2). */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-allow-credentials', 'true')
  reply.header('access-control-expose-headers', 'retry-after')
}

/** Answers every OPTIONS request; only an origin that some app lists gets permission. Needs no credentials. */
export function mountPreflight(server: FastifyInstance, apps: Apps): void {
  server.options('*', async (request, reply) => {
    const { origin } = request.headers
    if (origin !== undefined && (await apps.allowOrigin(origin, request.ip)))
      permit(request, reply, origin)
    return reply.code(204).send()
  })
}

function permit(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  if (request.headers['access-control-request-method'] === undefined) return
  allowOrigin(reply, origin)
  reply.header('access-control-allow-methods', allowedMethods)
  reply.header('access-control-allow-headers', allowedHeaders)
  reply.header('access-control-max-age', '600')
}
