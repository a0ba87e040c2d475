import { hostname } from 'node:os'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { beat, forgetHeartbeat, forgetOldHeartbeats } from './rows.js'

/** How often a program notes that it runs. */
const beatMs = 5_000

/**
 * Notes every five seconds that the program runs. A database that does not answer is tried again.
 *
 * @param own.place  What tells it from other processes of its host: its socket.
 * @returns A function that ends this, and notes that the program has stopped.
 */
export function startHeartbeats(
  db: QueryExecutorProvider,
  own: { program: string; version: string; place: string },
  logger: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const { program, version, place } = own
  const host = hostname()
  const holder = `${host} ${place}`
  const startedMs = Date.now()
  const round = async () => {
    try {
      await beat(db, { holder, program, version, host, startedMs })
      await forgetOldHeartbeats(db)
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      logger.warn({ reason }, 'the heartbeat will be written again')
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, beatMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await forgetHeartbeat(db, holder).catch(() => undefined)
  }
}
