import { connectionOptions } from '@sallyport/process'
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
 * Every statement of a request finds its rows by key, and its plan is made once for a connection; without the first setting
 * Postgres plans those with lists anew each time, which costs more than running them. One made while a table had a row reads
 * the whole table until Postgres counts its rows again, up to a minute after it began to grow; the second setting prevents
 * that for most. Without the last two, statements with lists of budgets read the index of all counters. plans.test.ts shows
 * that each is needed.
 */
const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** How long a program that is in no hurry, as at its start, waits for a connection, in milliseconds. */
const unhurriedMs = 30_000

/** What opens the database. */
export interface DbOptions {
  /** `postgres://…` */
  url: string
  /** Connections kept at most. */
  poolSize?: number
  /** How long a statement may take, with waiting for its connection, in milliseconds; by default as long as it likes. */
  deadlineMs?: number
  /** The connection is to a pooler that gives one of the database's to each transaction: no statement has a name there. */
  hasPooler?: boolean | undefined
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onError?: (error: Error) => void
}

/**
 * A pool of connections whose search path is the API's schema and that reads `bigint` as a number (times in
 * milliseconds and row ids stay below 2⁵³).
 */
export function connectDb(options: DbOptions): Db {
  const { url, poolSize = 10, deadlineMs = 0, hasPooler = false, onError = () => {} } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: deadlineMs === 0 ? unhurriedMs : deadlineMs,
    // The caller no longer waits for a statement past its deadline: Postgres stops it as well.
    options: connectionOptions({
      search_path: apiSchema,
      statement_timeout: deadlineMs,
      ...planning,
    }),
    types: { getTypeParser: readBigintAsNumber },
  })
  pool.on('error', onError)
  // One that breaks while it is in use is heard of by its statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: preparedPool(pool, { deadlineMs, hasPooler }) })
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
