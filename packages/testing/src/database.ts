import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The migrated database that test databases are copied from. */
export const templateName = 'sallyport_template'

/** The database of one test file. */
export interface TestDatabase {
  url: string
  /** Closes all connections and drops the database. */
  drop(): Promise<void>
}

/** Creates a copy of the template. Needs the global setup of this package. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.SALLYPORT_TEST_POSTGRES
  if (server === undefined) throw new Error('Add global-setup.ts of @sallyport/testing to vitest')
  const name = `sallyport_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${templateName}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database if exists ${name} with (force)`) }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
