import { ApiError } from '@sallyport/contract'
import { isFresh } from '@sallyport/process'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'

const remedy =
  'set SALLYPORT_TRUSTED_PROXIES to the number of proxies in front of this server, or remove the header'
const logEveryMs = 60_000

/**
 * Refuses requests with `X-Forwarded-For` on a production server that trusts no proxy (T-09): behind a proxy all users
 * would share one address and with it one budget. `/healthz` still answers.
 */
export function refuseUntrustedProxies(
  server: FastifyInstance,
  { config, clock, logger }: Pick<Deps, 'config' | 'clock' | 'logger'>,
): void {
  if (config.environment !== 'production' || config.trustedProxies > 0) return
  let loggedAtMs = Number.NEGATIVE_INFINITY
  server.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined || request.url === '/healthz') return
    if (!isFresh(loggedAtMs, { nowMs: clock.nowMs(), forMs: logEveryMs })) {
      loggedAtMs = clock.nowMs()
      logger.error(
        { event: 'untrusted_proxy', peer: request.socket.remoteAddress },
        `Requests arrive with X-Forwarded-For and are refused: ${remedy}`,
      )
    }
    throw new ApiError('invalid_data', { message: `X-Forwarded-For is not accepted: ${remedy}` })
  })
}
