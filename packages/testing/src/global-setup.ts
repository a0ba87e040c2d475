import { connectDb, migrate } from '@sallyport/server'
import pg from 'pg'
import { templateName } from './database.js'
import { startTestCluster } from './test-cluster.js'

/**
 * One Postgres for the whole test run, with a template database that every test file copies. `TEST_DATABASE_URL` names
 * another server to use; its role must be allowed to create databases.
 *
 * @returns what vitest calls when the run is over.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) {
    await createTemplate(given)
    process.env.SALLYPORT_TEST_POSTGRES = given
    return async () => {}
  }
  const { url, stop } = await startTestCluster(createTemplate)
  process.env.SALLYPORT_TEST_POSTGRES = url
  return stop
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists ${templateName}`)
  await client.query(`create database ${templateName}`)
  await client.end()
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${templateName}`
  const db = connectDb({ url: templateUrl.href })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
