import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.js'
import { createMailProbe } from '../ports/mail-probe.js'

/**
 * `/healthz`: the process answers. `/readyz`: database and vault answer too, else 503. A mail server that cannot be used
 * is reported as `degraded` with 200: sessions and wallets work without it.
 */
export function mountHealth(server: FastifyInstance, deps: Deps): void {
  const checkMail = createMailProbe(deps)
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  server.get('/readyz', async (_request, reply) => {
    const [database, vault, mail] = await Promise.all([
      works(sql`select 1`.execute(deps.db)),
      works(deps.vault.call('health', {})),
      checkMail(),
    ])
    reply.header('cache-control', 'no-store')
    reply.code(database && vault ? 200 : 503)
    const status = !database || !vault ? 'unavailable' : mail ? 'ok' : 'degraded'
    return { status, database, vault, mail }
  })
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
