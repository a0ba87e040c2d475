import { beat, countRunning, readHeartbeats, refuseContracting } from '@sallyport/process/upgrades'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb, type Db } from './db/connect.js'

let database: TestDatabase
let db: Db
const own = { holder: 'h1 a', program: 'api', version: '0.1.0', host: 'h1', startedMs: 1 }

beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDb({ url: database.url })
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

describe('heartbeats', () => {
  test('name the programs that run, with their versions', async () => {
    await beat(db, own)
    await beat(db, { ...own, version: '0.2.0' })
    expect(await readHeartbeats(db, { withinMs: 60_000 })).toEqual([
      { holder: 'h1 a', program: 'api', version: '0.2.0', host: 'h1', seenMs: expect.any(Number) },
    ])
    expect(await readHeartbeats(db, { withinMs: -60_000 })).toEqual([])
    await beat(db, { ...own, holder: 'h2 a' })
    expect(await countRunning(db)).toEqual({ '0.1.0': 1, '0.2.0': 1 })
  })
})

describe('refuseContracting', () => {
  const asked = { contracting: { '0070-x-contracts': 'the column x' }, version: '0.2.0' }
  const step = { name: '0070-x-contracts', migration: { up: async () => {} } }

  test('refuses while an older program runs, and not once the step is done', async () => {
    await beat(db, { ...own, holder: 'h2 a' })
    await expect(refuseContracting(db, { ...asked, migrations: [step] })).rejects.toThrow(
      'removes the column x, which older programs use: api 0.1.0 on h2 a.',
    )
    await refuseContracting(db, { ...asked, migrations: [{ ...step, executedAt: new Date() }] })
  })

  test('a database without programs is migrated', async () => {
    await db.deleteFrom('program_heartbeat').execute()
    await refuseContracting(db, { ...asked, migrations: [step] })
  })
})
