import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { LimitReached } from './call-refused.js'

/** Most calls that wait for a connection at the same time. */
const mostWaiting = 256
/** How long a caller is asked to wait who was refused because of others. */
const busyMs = 1_000

/**
 * A pool that drops a connection once a statement on it got no answer: any later statement, even a rollback, would wait as
 * long again. The pool's `query_timeout` sets the deadline. Where all of
 * its connections are in use for too long, the caller is told to try again (`LimitReached`).
 */
export function boundedPool(pool: pg.Pool): PostgresPool {
  // The pool replaces an idle connection that breaks, and a statement reports one in use. Without a listener the event
  // would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new LimitReached(busyMs)
      try {
        return bound(await pool.connect())
      } catch (error) {
        // The database answers, but others have the connections.
        throw isInUse(pool) ? new LimitReached(busyMs) : error
      }
    },
    end: () => pool.end(),
  }
}

function isInUse({ idleCount, totalCount, options }: pg.Pool): boolean {
  return idleCount === 0 && totalCount >= options.max
}

function bound(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    if (isBroken) throw new Error('The connection is broken')
    try {
      return await client.query(text, [...values])
    } catch (error) {
      // An error that Postgres sent has a severity; any other means that there was no answer.
      isBroken = !(error instanceof Error && 'severity' in error)
      throw error
    }
  }
  // Kysely's second overload is for cursors, which are not configured and never used.
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
}
