import { randomBytes, randomUUID } from 'node:crypto'
import { signerSchema } from '@sallyport/keyholder'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { type Kysely, Migrator, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignerDatabase, type SignerDatabase } from './database.js'
import { migrateSigner, signerMigrations } from './migrations.js'
import { reserve } from './reserve.js'

let database: TestDatabase
let db: SignerDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  db = openSignerDatabase(database.url, 60_000)
  await sql`create schema ${sql.ref(signerSchema)}`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('what was reserved for a consent counts on under its id after the upgrade', async () => {
  const [consentId, request, nowMs] = [randomUUID(), randomBytes(32), Date.UTC(2030, 0, 1)]
  await migrateTo('0002-tokens')
  await sql`insert into delegation (consent_id, app_id, user_id, opened_at_ms)
    values (${consentId}, 'app', 'user', 0)`.execute(db)
  await sql`insert into reservation (consent_id, request, asset, amount, at_ms)
    values (${consentId}, ${request}, 'wei', 70, ${nowMs})`.execute(db)

  await migrateSigner(db)
  await migrateSigner(db)

  const cost = (amount: bigint) => ({ asset: 'wei', amount, mostPerDay: '100' })
  const later = (bytes: Buffer, amount: bigint) =>
    reserve({ subject: consentId, request: bytes, costs: [cost(amount)] }, { db, nowMs })
  // The same request counts once, as before.
  await later(request, 70n)
  await later(randomBytes(32), 30n)
  await expect(later(randomBytes(32), 1n)).rejects.toMatchObject({ code: 'policy_violation' })
})

async function migrateTo(name: string): Promise<void> {
  const migrator = new Migrator({
    // Kysely's type of a database does not matter to it.
    db: db as unknown as Kysely<unknown>,
    provider: { getMigrations: async () => signerMigrations },
    migrationTableSchema: signerSchema,
  })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}
