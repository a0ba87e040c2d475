import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { setStatementDeadline } from './deadline.js'
import { preparedPool } from './prepared.js'
import type { Database } from './schema.js'

/** The schema that holds the API's tables. */
export const apiSchema = 'sallyport_api'

/** The API's database. */
export type Db = Kysely<Database>

/**
 * Every statement finds its rows by key: its plan is made once for a connection, and one made while a table was small
 * must do as well when it has grown. Without this Postgres plans those with lists anew each time, which costs more than
 * running them.
 */
const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: 1,
}

/** What opens the database. */
export interface DbOptions {
  /** `postgres://…` */
  url: string
  /** Connections kept at most. */
  poolSize?: number
  /** How long a statement may take, with waiting for its connection, in milliseconds; by default as long as it likes. */
  deadlineMs?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onError?: (error: Error) => void
}

/**
 * A pool of connections whose search path is the API's schema and that reads `bigint` as a number (times in
 * milliseconds and row ids stay below 2⁵³).
 */
export function connectDb(options: DbOptions): Db {
  const { url, poolSize = 10, deadlineMs = 0, onError = () => {} } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: deadlineMs === 0 ? 5_000 : deadlineMs,
    // The caller no longer waits for a statement past its deadline: Postgres stops it as well.
    options: Object.entries({ search_path: apiSchema, statement_timeout: deadlineMs, ...planning })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser: readBigintAsNumber },
  })
  pool.on('error', onError)
  // One that breaks while it is in use is heard of by its statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: preparedPool(pool, { deadlineMs }) })
  const db: Db = new Kysely<Database>({ dialect })
  setStatementDeadline(db, deadlineMs)
  return db
}

const readBigintAsNumber: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) =>
  // The overloads of getTypeParser differ in `format` only, which is passed on as it came.
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
