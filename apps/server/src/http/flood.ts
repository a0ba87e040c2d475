import { ApiError } from '@sallyport/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { minuteMs } from './budgets.js'
import { allowReading } from './cors.js'
import { networkOf } from './network.js'

/** All requests of a network are this many times those it may make to one counted route. */
const factor = 10
/** Networks counted at once in one process; beyond that, the count starts again. */
const maxNetworks = 100_000

/**
 * The budget that every route has: requests of one client network in a minute, counted in this process's memory before
 * an app is looked up or a signature verified (T-22). It protects the process; what must be exact is counted in Postgres
 * by the routes' own budgets.
 */
export function limitFloods(server: FastifyInstance, deps: Pick<Deps, 'config' | 'clock'>): void {
  const most = deps.config.ipPointsPerMinute * factor
  if (most === 0) return
  const count = createFloodCounter()
  server.addHook('onRequest', async (request, reply) => {
    const nowMs = deps.clock.nowMs()
    if (count(networkOf(request.ip), nowMs) <= most) return
    // The app is not known yet; the answer holds nothing private.
    allowReading(reply, request.headers.origin)
    const retryAfter = Math.ceil((minuteMs - (nowMs % minuteMs)) / 1000)
    throw new ApiError('too_many_requests', { data: { retry_after: retryAfter } })
  })
}

/** Counts the requests of a network in the running minute, this one included. */
function createFloodCounter(): (network: string, nowMs: number) => number {
  let counts = new Map<string, number>()
  let window = 0
  return (network, nowMs) => {
    const current = Math.floor(nowMs / minuteMs)
    if (current !== window || counts.size >= maxNetworks) {
      counts = new Map()
      window = current
    }
    const next = (counts.get(network) ?? 0) + 1
    counts.set(network, next)
    return next
  }
}
