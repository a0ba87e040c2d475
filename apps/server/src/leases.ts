import { hostname } from 'node:os'
import { ownVersion } from '@sallyport/process'
import { startHeartbeats } from '@sallyport/process/upgrades'
import type { Db } from './db/connect.js'
import { dropLeases, takeLeases } from './db/job-leases.js'
import type { Deps } from './deps.js'

/** What one process at a time does. */
export const jobs = ['audit', 'intents', 'maintenance', 'resets', 'tracking', 'webhooks'] as const
export type Job = (typeof jobs)[number]

/** Asked before each round of a job: whether this process does it now. */
export type HoldsJob = () => boolean

/** For how long a lease is given. A job goes on within this and `renewMs` after its process has died. */
export const leaseMs = 10_000
/** How often leases are renewed, and looked at by those who have none. */
export const renewMs = 3_000
/** So long before its end a lease is not used any more: a round that begins then would outlast it. */
const marginMs = 1_000

/** The leases of a process. */
interface Leases {
  holds(job: Job): boolean
  /** Renews them once. A database that does not answer keeps what is held until its end. */
  renew(): Promise<void>
  /** Gives them back. */
  drop(): Promise<void>
}

/**
 * Creates the leases of a process, which holds none before the first `renew`.
 *
 * @param time.elapsedMs  A clock that does not jump.
 * @param time.nowMs  Instead of the database's clock; for tests.
 */
export function createLeases(
  { db, holder }: { db: Db; holder: string },
  time: { elapsedMs: () => number; nowMs?: () => number } = { elapsedMs: () => performance.now() },
): Leases {
  const until = new Map<string, number>()
  return {
    holds: (job) => (until.get(job) ?? 0) > time.elapsedMs(),
    renew: async () => {
      // Counted from before the question: the database's lease ends later than this.
      const askedMs = time.elapsedMs()
      const held = await takeLeases(db, { jobs, holder, leaseMs, nowMs: time.nowMs?.() })
      until.clear()
      for (const job of held) until.set(job, askedMs + leaseMs - marginMs)
    },
    drop: async () => {
      until.clear()
      await dropLeases(db, holder)
    },
  }
}

/** Renews leases and writes the heartbeat from now on; resolves when the leases were asked for once. */
export async function startLeases(
  deps: Pick<Deps, 'db' | 'config' | 'logger'>,
): Promise<{ holder(job: Job): HoldsJob; stop(): Promise<void> }> {
  const { db, config, logger } = deps
  const { host, port } = config
  const holder = `${hostname()} ${host}:${port}`
  const leases = createLeases({ db, holder })
  const round = async () => {
    try {
      await leases.renew()
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      logger.warn({ reason }, 'the leases of jobs will be renewed again')
    }
  }
  let running = round()
  await running
  const own = {
    program: 'api',
    version: ownVersion(new URL('../package.json', import.meta.url)),
    place: `${host}:${port}`,
  }
  const heartbeats = startHeartbeats(db, own, logger)
  const timer = setInterval(() => {
    running = running.then(round)
  }, renewMs)
  timer.unref()
  return {
    holder: (job) => () => leases.holds(job),
    stop: async () => {
      clearInterval(timer)
      await Promise.all([running, heartbeats.stop()])
      // The database may be gone: the leases end by themselves then.
      await leases.drop().catch(() => undefined)
    },
  }
}
