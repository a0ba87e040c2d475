import { inSpan, type SpanFacts } from '@sallyport/process/tracing'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { asDatabaseError, DatabaseUnavailable, endedByPostgres } from './unavailable.js'

/** Statements that are prepared at most; the API has a few dozen texts, all written in this folder. */
const maxNames = 500

/**
 * A pool whose statements with parameters are prepared once on each connection: Postgres plans them once instead of
 * at every request. Every statement has a deadline; waiting for a connection counts against that of the first.
 *
 * @param how.deadlineMs  how long a statement may take; 0: as long as it likes.
 * @param how.hasPooler  statements have no names, and are planned each time.
 */
export function preparedPool(
  pool: pg.Pool,
  { deadlineMs, hasPooler = false }: { deadlineMs: number; hasPooler?: boolean },
): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    // The next transaction may be on another connection of the database, where the name means nothing or something else.
    if (hasPooler) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const name = `sp${names.size}`
    names.set(text, name)
    return name
  }
  return {
    connect: async () => {
      const startedMs = performance.now()
      const client = await connectWithin(pool, deadlineMs)
      const leftMs = deadlineMs === 0 ? 0 : deadlineMs - (performance.now() - startedMs)
      return prepare(client, { nameOf, deadlineMs, firstMs: leftMs })
    },
    end: () => pool.end(),
  }
}

/** A connection within the deadline; one that comes later goes back to the pool. */
async function connectWithin(pool: pg.Pool, deadlineMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  if (deadlineMs === 0) return connecting
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No connection came free in time')), deadlineMs)
  })
  try {
    return await Promise.race([connecting, late])
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    )
    throw asDatabaseError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The shortest time a statement gets, in milliseconds, when waiting for the connection has used up the rest. */
const leastMs = 100

function prepare(
  client: pg.PoolClient,
  how: {
    nameOf: (text: string) => string | undefined
    deadlineMs: number
    firstMs: number
  },
): PostgresPoolClient {
  let isBroken = false
  let leftMs = how.deadlineMs === 0 ? 0 : Math.max(leastMs, Math.ceil(how.firstMs))
  const query = async (text: string, values: readonly unknown[]) => {
    // After an answer that did not come, the connection is still busy: not even a rollback would get through.
    if (isBroken) throw new DatabaseUnavailable('The connection is not usable any more')
    const name = values.length > 0 ? how.nameOf(text) : undefined
    const timeout = leftMs === 0 ? {} : { query_timeout: leftMs }
    leftMs = how.deadlineMs
    try {
      const statement = { text, ...timeout, ...(name === undefined ? {} : { name }) }
      return await inSpan(...spanOf(text), () =>
        client.query({ ...statement, values: [...values] }),
      )
    } catch (cause) {
      const error = asDatabaseError(cause)
      if (error instanceof DatabaseUnavailable && !endedByPostgres(cause)) isBroken = true
      throw error
    }
  }
  // Kysely's second overload is for cursors, which are not configured and so never come. A broken connection is not
  // used again: Postgres undoes what was open on it.
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
}

/** The text of a statement has its values as parameters, so it holds nothing of a user. */
function spanOf(text: string): [name: string, facts: SpanFacts] {
  const [verb = ''] = text.split(' ', 1)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  return [`postgres ${verb}`, { kind: 'client', attributes }]
}
