import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.js'
import { createChannelProbe } from '../ports/channel-probe.js'

/**
 * `/healthz`: the process answers. `/readyz`: database and vault answer too, else 503. A mail server or
 * SMS service that cannot be used is reported as `degraded` with 200: sessions and wallets work without them.
 */
export function mountHealth(server: FastifyInstance, deps: Deps): void {
  const checkMail = createChannelProbe(deps, 'email')
  const checkSms = createChannelProbe(deps, 'sms')
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  server.get('/readyz', async (_request, reply) => {
    const [database, vault, mail, sms] = await Promise.all([
      works(sql`select 1`.execute(deps.db)),
      works(deps.vault.call('health', {})),
      checkMail(),
      checkSms(),
    ])
    reply.header('cache-control', 'no-store')
    reply.code(database && vault ? 200 : 503)
    const status = !database || !vault ? 'unavailable' : mail && sms ? 'ok' : 'degraded'
    return { status, database, vault, mail, sms }
  })
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
