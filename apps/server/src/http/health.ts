import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.js'
import { createChannelProbe } from '../ports/channel-probe.js'

/**
 * `/healthz`: the process answers. `/readyz`: database and vault answer too, else 503. A mail server or
 * SMS service that cannot be used is reported as `degraded` with 200: sessions and wallets work without them.
 */
export function mountHealth(server: FastifyInstance, deps: Deps): ReadParts {
  const readParts = createReadParts(deps)
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  server.get('/readyz', async (_request, reply) => {
    const { database, vault, mail, sms } = await readParts()
    reply.header('cache-control', 'no-store')
    reply.code(database && vault ? 200 : 503)
    const status = !database || !vault ? 'unavailable' : mail && sms ? 'ok' : 'degraded'
    return { status, database, vault, mail, sms }
  })
  return readParts
}

/** How long an answer counts. */
const freshMs = 1_000

/** Asks the parts that the server needs whether they answer. */
type ReadParts = () => Promise<Record<'database' | 'vault' | 'mail' | 'sms', boolean>>

function createReadParts(deps: Deps): ReadParts {
  const checkMail = createChannelProbe(deps, 'email')
  const checkSms = createChannelProbe(deps, 'sms')
  const ask = async () => {
    const [database, vault, mail, sms] = await Promise.all([
      works(sql`select 1`.execute(deps.db)),
      works(deps.vault.call('health', {})),
      checkMail(),
      checkSms(),
    ])
    return { database, vault, mail, sms }
  }
  // Many who ask within a second are given one answer: the route is open to everyone.
  let asked: { at: number; answer: ReturnType<ReadParts> } | undefined
  return () => {
    const now = deps.clock.nowMs()
    if (asked === undefined || now - asked.at > freshMs) asked = { at: now, answer: ask() }
    return asked.answer
  }
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
