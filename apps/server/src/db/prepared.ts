import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements that are prepared at most; the API has a few dozen texts, all written in this folder. */
const maxNames = 500

/**
 * A pool whose statements with parameters are prepared once on each connection: Postgres plans them once instead of
 * at every request.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const name = `sp${names.size}`
    names.set(text, name)
    return name
  }
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = prepared.get(client) ?? prepare(client, nameOf)
      prepared.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function prepare(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }
  // Kysely's second overload is for cursors, which are not configured and so never come.
  return { query, release: () => client.release() } as unknown as PostgresPoolClient
}
