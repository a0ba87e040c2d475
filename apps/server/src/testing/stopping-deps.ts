import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Database } from '../db/schema.js'
import type { Deps } from '../deps.js'

/** Where a process stops: at which of its awaits, before what it asks for is done or after it, unheard. */
export interface Stop {
  at: number
  when: 'before' | 'after'
}

/** What a process throws from the moment on in which it stops: nothing that it asks for is done any more. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** A process that counts its awaits and stops at one of them. */
export interface Process {
  deps: Deps
  /** So many awaits so far. */
  steps(): number
}

/**
 * The dependencies of a process that stops at one of the awaits of its ports: statements of the database, calls of the signer, the network's
 * node, bundlers.
 *
 * @param pool  Is shared: a transaction that is open when the process stops is rolled back, as Postgres does.
 */
export function stoppingProcess(
  healthy: Deps,
  { pool, stop }: { pool: PostgresPool; stop: Stop | null },
): Process {
  let steps = 0
  let isStopped = false
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isStopped) throw new Stopped()
    const isLast = stop !== null && steps === stop.at
    steps += 1
    if (isLast) isStopped = true
    if (isLast && stop.when === 'before') throw new Stopped()
    const done = await work()
    if (isStopped) throw new Stopped()
    return done
  }
  const { broadcast, signer } = healthy
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: steppingPool(pool, step) }),
  })
  return {
    steps: () => steps,
    deps: {
      ...healthy,
      db,
      broadcast: {
        supports: broadcast.supports,
        idOf: broadcast.idOf,
        send: (transaction) => step(() => broadcast.send(transaction)),
        ask: (question) => step(() => broadcast.ask(question)),
        read: (question) => step(() => broadcast.read(question)),
      },
      outbound: (request) => step(() => healthy.outbound(request)),
      ...(signer && {
        signer: { call: (name, input) => step(() => signer.call(name, input)) },
      }),
    },
  }
}

type Step = <T>(work: () => Promise<T>) => Promise<T>

function steppingPool(pool: PostgresPool, step: Step): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      const query = ((sql: string, parameters: readonly unknown[]) =>
        sql === 'rollback'
          ? client.query(sql, parameters)
          : step(() => client.query(sql, parameters))) as PostgresPoolClient['query'] // No cursors are used.
      return { query, release: () => client.release() }
    },
    end: async () => {},
  }
}
