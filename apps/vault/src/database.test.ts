import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVaultDatabase } from './database.js'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('T-33: Postgres stops a statement of the vault that is past its deadline', async () => {
  const db = openVaultDatabase(database.url, 1_500)
  const { rows } = await sql<{ timeout: string }>`
    select current_setting('statement_timeout') as timeout`.execute(db)
  await db.destroy()

  expect(rows[0]?.timeout).toBe('1500ms')
})
