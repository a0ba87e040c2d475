import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * A pool whose connections are not used again after a statement on them failed for want of an answer: what came after it,
 * even a rollback, would wait as long once more. The pool's `query_timeout` sets the deadline.
 */
export function boundedPool(pool: pg.Pool): PostgresPool {
  // An idle connection that breaks is replaced by the pool, one in use is heard of by its statement; without a listener
  // either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    connect: async () => bound(await pool.connect()),
    end: () => pool.end(),
  }
}

function bound(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    if (isBroken) throw new Error('The connection is not usable any more')
    try {
      return await client.query(text, [...values])
    } catch (error) {
      // What Postgres answered has a severity; anything else is no answer.
      isBroken = !(error instanceof Error && 'severity' in error)
      throw error
    }
  }
  // Kysely's second overload is for cursors, which are not configured and so never come.
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
}
