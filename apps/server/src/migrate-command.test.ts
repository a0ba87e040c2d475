import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createTestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDb, type Db } from './db/connect.js'
import { createMigrator } from './db/migrate.js'
import { aesKeyEncryption } from './ports/key-encryption.js'
import { systemRandom } from './ports/random.js'

/* The built program: npm test builds first. */
const program = new URL('../dist/migrate-database.js', import.meta.url).pathname
const kek = () => randomBytes(32)
const keys = { shares: [kek()], tokens: [kek()] }
const role = `runtime_${randomBytes(6).toString('hex')}`
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db

/** A database that an earlier version has used: it has an app. */
beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDb({ url: database.url })
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  await sql.raw(`create role ${role}`).execute(db)
  const migrator = await createMigrator(db, aesKeyEncryption(keys, systemRandom))
  await migrator.migrateTo('0055-idempotent-requests')
  await sql`insert into app (id, environment, config, private_settings, secrets, secret_hash, signing_key,
      verification_key, created_at, updated_at)
    values ('app', 'development', '{}', '{}', '{}', '', '', '', 1, 1)`.execute(db)
})
afterAll(async () => {
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db)
  await db.destroy()
  await database.drop()
})

function upgrade(more: Record<string, string> = {}) {
  const runtime = new URL(database.url)
  runtime.username = role
  const env = {
    PATH: process.env.PATH,
    SALLYPORT_ENV: 'development',
    SALLYPORT_OWNER_DATABASE_URL: database.url,
    DATABASE_URL: runtime.href,
    ...more,
  }
  return promisify(execFile)(process.execPath, [program], { env })
}

test('error: an upgrade that authenticates rows says which keys it needs, and leaves the database as it was', async () => {
  await expect(upgrade()).rejects.toMatchObject({
    stderr:
      'The database could not be migrated (0056-more-macs): Set SALLYPORT_KEK_FILE and SALLYPORT_TOKEN_KEK_FILE for this upgrade: it authenticates rows\n',
  })
}, 60_000)

const ownKeys = {
  SALLYPORT_KEK: keys.shares[0]?.toString('base64') ?? '',
  SALLYPORT_TOKEN_KEK: keys.tokens[0]?.toString('base64') ?? '',
}

test('error: an upgrade does not wait for a lock while requests wait behind it', async () => {
  await db.transaction().execute(async (transaction) => {
    await sql`select count(*) from linked_account`.execute(transaction)
    await expect(upgrade(ownKeys)).rejects.toMatchObject({
      stderr:
        'The database could not be migrated (0056-more-macs): a table stayed locked for five seconds; nothing is changed, run it again\n',
    })
  })
}, 60_000)

test('npm run migrate upgrades a database with an app by the keys of the API', async () => {
  const { stdout } = await upgrade(ownKeys)
  expect(JSON.parse(stdout)).toMatchObject({ migrated: true, runtime: role })
}, 60_000)
