import { randomBytes, randomUUID } from 'node:crypto'
import { signerSchema } from '@sallyport/keyholder'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { type Kysely, Migrator, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignerDatabase, type SignerDatabase } from './database.js'
import { migrateSigner, signerMigrations } from './migrations.js'
import { consentPolicy } from './policy/consent-policy.js'
import { judgeAndReserve } from './policy-rows/judge-wallet.js'
import { createSpent } from './policy-rows/spend.js'
import { signerCipher } from './signer-cipher.js'
import { alice, factsOf, ownAddress, send } from './testing/policies.js'

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

const nowMs = Date.UTC(2030, 0, 1)
const sealing = { cipher: signerCipher([new Uint8Array(randomBytes(32))]), nowMs }

test('what was reserved for a consent in the last day counts on after the upgrade', async () => {
  const [consentId, request] = [randomUUID(), randomBytes(32)]
  await migrateTo('0002-tokens')
  await sql`insert into delegation (consent_id, app_id, user_id, opened_at_ms)
    values (${consentId}, 'app', 'user', 0)`.execute(db)
  for (const [name, asset, amount, at] of [
    [request, 'wei', 70, nowMs - 3_600_000],
    [randomBytes(32), 'wei', 20, nowMs - 1],
    [randomBytes(32), 'wei', 100, nowMs - 86_400_000],
    [randomBytes(32), '1:0xcc', 100, nowMs - 1],
  ] as const)
    await sql`insert into reservation (consent_id, request, asset, amount, at_ms)
      values (${consentId}, ${name}, ${asset}, ${amount}, ${at})`.execute(db)

  await migrateSigner(db, { ...sealing, version: '0.1.0' })
  await migrateSigner(db, { ...sealing, version: '0.1.0' })

  const { policy, limits } = consentPolicy({
    ...{ consentId, address: ownAddress, chainType: 'ethereum' },
    policy: {
      ...{ version: 1, messages: false, typedData: false },
      transactions: { chainIds: ['1'], recipients: [alice], mostWeiPerDay: '100' },
    },
  })
  const law = { policies: [policy], limits, inSet: () => false }
  const later = (name: Buffer, value: number) => {
    const body = send({ to: alice, value, gas_limit: 0 })
    const facts = factsOf(body)
    const asked = { walletId: consentId, method: body.method, facts, keyIds: [], name }
    return judgeAndReserve(asked, { db, ...sealing, spent: createSpent(), law })
  }
  // The same request counts once, as before.
  await later(request, 70)
  await later(randomBytes(32), 10)
  await expect(later(randomBytes(32), 1)).rejects.toMatchObject({ code: 'policy_violation' })
})

async function migrateTo(name: string): Promise<void> {
  const migrator = new Migrator({
    // Kysely's type of a database does not matter to it.
    db: db as unknown as Kysely<unknown>,
    provider: { getMigrations: async () => signerMigrations(sealing) },
    migrationTableSchema: signerSchema,
  })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}
