import { metricsType } from '@sallyport/process/metrics'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { mountHealth } from './health.js'

/**
 * The listener for the operator's monitoring: `/metrics`, and the routes of `mountHealth`. Browsers cannot reach it when
 * the proxy does not forward its port, so what is measured is not public and probes are not counted as floods (T-22).
 */
export function buildMonitor(deps: Deps): FastifyInstance {
  const server = Fastify({ requestTimeout: 10_000, return503OnClosing: false })
  deps.metrics.showParts(mountHealth(server, deps))
  server.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metricsType)
    reply.header('cache-control', 'no-store')
    return deps.metrics.render()
  })
  return server
}
