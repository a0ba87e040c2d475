import { randomBytes } from 'node:crypto'
import { provisionRoles } from '@sallyport/keyholder'
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

  test('a server that runs meanwhile keeps its rights', async () => {
    const read = sql`select count(*) from linked_account`
    let isOver = false
    const reading = (async () => {
      while (!isOver) await read.execute(runtime)
    })()
    for (let round = 0; round < 10; round += 1) await grantRuntimeRole(owner, role)
    isOver = true
    await reading
  })

  test.each([
    'delete from app',
    'delete from audit_event',
    'update audit_event set at = 0',
    'delete from audit_seal',
    'update audit_seal set seq = 0',
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

describe('provisionRoles with an owner role', () => {
  test('T-17: moves tables of an earlier version to the owner, who migrates them for the server', async () => {
    const suffix = randomBytes(4).toString('hex')
    const names = { apiRole: `a_${suffix}`, vaultRole: `v_${suffix}`, apiOwnerRole: `o_${suffix}` }
    const passwords = { apiPassword: 'a', vaultPassword: 'v' }
    const fresh = await createTestDatabase()
    const admin = new pg.Client({ connectionString: fresh.url })
    await admin.connect()
    const open = (username: string, password: string) =>
      connectDb({ url: Object.assign(new URL(fresh.url), { username, password }).href })
    await admin.query('drop schema sallyport_api cascade')
    // As before there was an owner: the API's role migrates.
    await provisionRoles(admin, { ...names, ...passwords })
    const api = open(names.apiRole, 'a')
    await migrate(api)

    await provisionRoles(admin, { ...names, ...passwords, apiOwnerPassword: 'o' })
    const tableOwner = open(names.apiOwnerRole, 'o')
    await migrate(tableOwner)
    await grantRuntimeRole(tableOwner, names.apiRole)
    await migrate(api)
    const dropped = sql`drop table share_generation`.execute(api)
    await expect(dropped).rejects.toMatchObject({ code: '42501' })
    expect(await sql`select * from app`.execute(api)).toMatchObject({ rows: [] })

    await Promise.all([api.destroy(), tableOwner.destroy()])
    for (const role of Object.values(names)) {
      await admin.query(`drop owned by ${role} cascade`)
      await admin.query(`drop role ${role}`)
    }
    await admin.end()
    await fresh.drop()
  })
})
