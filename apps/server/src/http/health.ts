import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.js'

/** `/healthz`: the process answers. `/readyz`: database and vault answer too, else 503. */
export function mountHealth(server: FastifyInstance, deps: Deps): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  server.get('/readyz', async (_request, reply) => {
    const [database, vault] = await Promise.all([
      works(sql`select 1`.execute(deps.db)),
      works(deps.vault.call('health', {})),
    ])
    reply.header('cache-control', 'no-store')
    reply.code(database && vault ? 200 : 503)
    return { status: database && vault ? 'ok' : 'unavailable', database, vault }
  })
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
