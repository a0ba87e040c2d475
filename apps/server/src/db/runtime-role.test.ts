import { randomBytes } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb, type Db } from './connect.js'
import { migrate } from './migrate.js'
import { grantRuntimeRole } from './runtime-role.js'

const role = `runtime_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let owner: Db
let runtime: Db
beforeAll(async () => {
  database = await createTestDatabase()
  owner = connectDb({ url: database.url })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${role} with login password 'x'`)
  await admin.end()
  await grantRuntimeRole(owner, role)
  const url = new URL(database.url)
  url.username = role
  url.password = 'x'
  runtime = connectDb({ url: url.href, poolSize: 1 })
})
afterAll(async () => {
  await runtime.destroy()
  await sql`drop owned by ${sql.id(role)} cascade`.execute(owner)
  await sql`drop role ${sql.id(role)}`.execute(owner)
  await owner.destroy()
  await database.drop()
})

describe('grantRuntimeRole', () => {
  test('T-17: the role finds the schema up to date, reads, writes, and deletes what expires', async () => {
    await migrate(runtime)
    const statements = [
      `insert into rate_limit values ('k', 1, 1)`,
      'delete from rate_limit',
      'delete from session where expires_at < 0',
      'update share_generation set last_used_at = 1 where false',
      'insert into analytics_event (app_id, event_name, created_at) select id, $$e$$, 1 from app',
    ]
    for (const statement of statements) await sql.raw(statement).execute(runtime)
  })

  test.each([
    'delete from app',
    'delete from user_account',
    'delete from wallet_root',
    'delete from wallet_account',
    'delete from share_generation',
    'truncate share_generation',
    'truncate rate_limit',
    'drop table share_generation',
    'alter table share_generation drop column auth_share',
    'create table mine (id int)',
    'drop schema sallyport_api cascade',
  ])('T-17: error: the role may not run %s', async (statement) => {
    await expect(sql.raw(statement).execute(runtime)).rejects.toMatchObject({ code: '42501' })
  })
})
