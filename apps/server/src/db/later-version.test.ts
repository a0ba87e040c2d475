import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb, type Db } from './connect.js'
import { migrate } from './migrate.js'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDb({ url: database.url, poolSize: 1 })
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

const stepOfLaterVersion = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2031')`.execute(db)

describe('a database that a later version has migrated', () => {
  test('a program of this version starts on it: beside the later one, and after a roll-back', async () => {
    await stepOfLaterVersion('9998-added')
    await migrate(db)
  })

  test('error: the later version has removed what this one uses', async () => {
    await stepOfLaterVersion('9999-removed-contracts')
    await expect(migrate(db)).rejects.toThrow(
      'A later version has removed from the database what this version uses (9999-removed-contracts)',
    )
  })
})
