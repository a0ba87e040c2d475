import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared.js'
import type { Database } from './schema.js'

/** The schema that holds the API's tables. */
export const apiSchema = 'sallyport_api'

/** The API's database. */
export type Db = Kysely<Database>

/** What opens the database. */
export interface DbOptions {
  /** `postgres://…` */
  url: string
  /** Connections kept at most. */
  poolSize?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onError?: (error: Error) => void
}

/**
 * A pool of connections whose search path is the API's schema and that reads `bigint` as a number (times in
 * milliseconds and row ids stay below 2⁵³).
 */
export function connectDb({ url, poolSize = 10, onError = () => {} }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    options: `-c search_path=${apiSchema}`,
    types: { getTypeParser: readBigintAsNumber },
  })
  pool.on('error', onError)
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
}

const readBigintAsNumber: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) =>
  // The overloads of getTypeParser differ in `format` only, which is passed on as it came.
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
