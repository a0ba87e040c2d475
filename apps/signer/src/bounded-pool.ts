import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * A pool that drops a connection once a statement on it got no answer: any later statement, even a rollback, would wait as
 * long again. The pool's `query_timeout` sets the deadline.
 */
export function boundedPool(pool: pg.Pool): PostgresPool {
  // The pool replaces an idle connection that breaks, and a statement reports one in use. Without a listener the event
  // would end the process.
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
