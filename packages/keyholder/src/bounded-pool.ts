import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { busyMs, LimitReached } from './call-refused.js'

/** Most calls that wait for a connection at the same time. */
const mostWaiting = 256

/**
 * A pool that drops a connection once a statement on it got no answer: any later statement, even a rollback, would wait as
 * long again. The pool's `query_timeout` sets the deadline. Where all of
 * its connections are in use for too long, the caller is told to try again (`LimitReached`), unless no statement on any of
 * them was answered meanwhile: then it is the database that is gone.
 */
export function boundedPool(pool: pg.Pool): PostgresPool {
  // The pool replaces an idle connection that breaks, and a statement reports one in use. Without a listener the event
  // would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let answers = 0
  /** Whether the last call that waited in vain saw no answer. */
  let isSilent = false
  const onAnswer = () => {
    answers += 1
    isSilent = false
  }
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting)
        throw isSilent ? new Error('The database does not answer') : new LimitReached(busyMs)
      const before = answers
      try {
        return bound(await pool.connect(), onAnswer)
      } catch (error) {
        isSilent = answers === before
        // The database answers, but others have the connections.
        throw isInUse(pool) && !isSilent ? new LimitReached(busyMs) : error
      }
    },
    end: () => pool.end(),
  }
}

function isInUse({ idleCount, totalCount, options }: pg.Pool): boolean {
  return idleCount === 0 && totalCount >= options.max
}

function bound(client: pg.PoolClient, onAnswer: () => void): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    if (isBroken) throw new Error('The connection is broken')
    try {
      const result = await client.query(text, [...values])
      onAnswer()
      return result
    } catch (error) {
      // An error that Postgres sent has a severity; any other means that there was no answer.
      isBroken = !(error instanceof Error && 'severity' in error)
      if (!isBroken) onAnswer()
      throw error
    }
  }
  // Kysely's second overload is for cursors, which are not configured and never used.
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
}
