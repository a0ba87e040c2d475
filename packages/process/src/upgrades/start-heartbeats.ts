import { hostname } from 'node:os'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { type ClockOffset, createClockOffset } from '../clock-offset.js'
import { beat, forgetHeartbeat, forgetOldHeartbeats } from './rows.js'

/** How often a program notes that it runs. */
const beatMs = 5_000

/**
 * Notes every five seconds that the program runs, and compares the host's clock with the database's. A database that does not
 * answer is tried again.
 *
 * @param own.place  What tells it from other processes of its host: its socket.
 * @returns The comparison of the clocks, and a function that ends this and notes that the program has stopped.
 */
export function startHeartbeats(
  db: QueryExecutorProvider,
  own: { program: string; version: string; place: string },
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
): { clock: ClockOffset; stop: () => Promise<void> } {
  const { program, version, place } = own
  const host = hostname()
  const holder = `${host} ${place}`
  const startedMs = Date.now()
  const clock = createClockOffset()
  let wasOff = false
  const compareClocks = (databaseMs: number, askedMs: number) => {
    clock.measured({ databaseMs, askedMs })
    const aheadSeconds = Math.round(clock.aheadMs() / 1000)
    if (clock.isOff() && !wasOff)
      logger.error({ event: 'clock_off', aheadSeconds }, 'the clocks of host and database differ')
    if (!clock.isOff() && wasOff) logger.info({ event: 'clock_right' }, 'the clocks agree again')
    wasOff = clock.isOff()
  }
  const round = async () => {
    try {
      const askedMs = Date.now()
      compareClocks(await beat(db, { holder, program, version, host, startedMs }), askedMs)
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
  return {
    clock,
    stop: async () => {
      clearInterval(timer)
      await running
      await forgetHeartbeat(db, holder).catch(() => undefined)
    },
  }
}
