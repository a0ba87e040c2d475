import { createClockOffset, isFresh } from '@sallyport/process'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.js'
import { createChannelProbe } from '../ports/channel-probe.js'

/**
 * `/healthz`: the process answers. `/readyz`: database and vault answer too, and the clock is that of the database within a minute,
 * else 503. A mail server or SMS service that cannot be used is reported as `degraded` with 200: sessions and wallets work
 * without them.
 */
export function mountHealth(server: FastifyInstance, deps: Deps): ReadParts {
  const readParts = createReadParts(deps)
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  server.get('/readyz', async (_request, reply) => {
    const { database, clock, vault, mail, sms } = await readParts()
    const isReady = database && clock && vault
    reply.header('cache-control', 'no-store')
    reply.code(isReady ? 200 : 503)
    const status = !isReady ? 'unavailable' : mail && sms ? 'ok' : 'degraded'
    return { status, database, clock, vault, mail, sms }
  })
  return readParts
}

/** How long an answer counts. */
const freshMs = 1_000

/** Asks the parts that the server needs whether they answer. */
type ReadParts = () => Promise<Record<'database' | 'clock' | 'vault' | 'mail' | 'sms', boolean>>

function createReadParts(deps: Deps): ReadParts {
  const checkMail = createChannelProbe(deps, 'email')
  const checkSms = createChannelProbe(deps, 'sms')
  const offset = createClockOffset()
  const compareClocks = async () => {
    const askedMs = Date.now()
    const { rows } = await sql<{ now_ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`.execute(deps.db)
    for (const { now_ms: databaseMs } of rows) offset.measured({ databaseMs, askedMs })
  }
  const ask = async () => {
    const [database, vault, mail, sms] = await Promise.all([
      works(compareClocks()),
      works(deps.vault.call('health', {})),
      checkMail(),
      checkSms(),
    ])
    return { database, clock: !offset.isOff(), vault, mail, sms }
  }
  // Many who ask within a second are given one answer: the route is open to everyone.
  let asked: { at: number; answer: ReturnType<ReadParts> } | undefined
  return () => {
    const nowMs = deps.clock.nowMs()
    if (asked === undefined || !isFresh(asked.at, { nowMs, forMs: freshMs }))
      asked = { at: nowMs, answer: ask() }
    return asked.answer
  }
}

function works(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
