import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import type { RecordCipher } from '@sallyport/crypto'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  createMailbox,
  createTestDatabase,
  fuzz,
  type Inhabitant,
  recoverBody,
  runUntilMoment,
  type TestKit,
  totpCodeAt,
} from '@sallyport/testing'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignerDatabase } from '../../../apps/signer/src/database.js'
import { signerCipher } from '../../../apps/signer/src/signer-cipher.js'
import { signerRecords } from '../../../apps/signer/src/signer-records.js'
import { createSignerWorld } from '../../../apps/signer/src/testing/signer-world.js'
import { openVaultDatabase } from '../../../apps/vault/src/database.js'
import { recordCipher } from '../../../apps/vault/src/record-cipher.js'
import { vaultRecords } from '../../../apps/vault/src/vault-records.js'
import { type RecordStore, resealRecords } from './encryption-keys.js'

/*
 * The command that moves records to another key-encryption key is ended at any of its statements, again and again, in both
 * orders of the keys. Whatever it left, each record opens and is what it was.
 */

/** The deep tier makes ten times as many. */
const runs = 100
const [first, second] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
const orders = [
  [first, second],
  [second, first],
] as const

/** One of the two programs with its records. */
interface Program {
  db: Kysely<never>
  store: RecordStore
  cipherOf(keks: readonly Uint8Array[]): RecordCipher
}

/** Moves every record to the first of the keys, until the command ends. */
function rotate(
  { db, store, cipherOf }: Program,
  keks: readonly Uint8Array[],
  moment = Number.POSITIVE_INFINITY,
) {
  return runUntilMoment(db, moment, (ending) =>
    resealRecords({ db: ending, cipher: cipherOf(keks), keks, store }),
  )
}

/** Every record, opened. */
async function openAll({ db, store, cipherOf }: Program, keks: readonly Uint8Array[]) {
  const cipher = cipherOf(keks)
  const opened: string[] = []
  for (const [name, { table, column, keys, placeOf }] of Object.entries(store.columns)) {
    const names = sql.join(keys.map((key) => sql`${sql.ref(key)}::text`))
    const { rows } = await sql<{ key: string[]; record: Buffer }>`
      select array[${names}] as key, ${sql.ref(column)} as record from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    for (const { key, record } of rows) {
      const plaintext = await cipher.open(new Uint8Array(record), placeOf(key))
      opened.push(`${name} ${key} ${Buffer.from(plaintext).toString('hex')}`)
    }
  }
  return opened.sort()
}

/** Ends the command `runs` times; `meanwhile` is what goes on beside it. */
async function interruptOften(
  program: Program,
  { keks, meanwhile }: { keks: readonly Uint8Array[]; meanwhile: () => Promise<void> },
) {
  const before = await openAll(program, keks)
  await rotate(program, orders[1])
  const { moments } = await rotate(program, orders[0])
  let finished = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(moments + 4), fc.constantFrom(...orders), async (moment, order) => {
      const [{ done }] = await Promise.all([rotate(program, order, moment), meanwhile()])
      if (done) finished += 1
      expect(done?.failed ?? {}).toEqual({})
      expect(await openAll(program, keks)).toEqual(before)
    }),
    { ...fuzz(runs), endOnFailure: true },
  )
  expect(finished).toBeGreaterThan(0)
  for (const order of orders) {
    await rotate(program, order)
    expect((await rotate(program, order)).done?.moved).toEqual({})
    // The other key opens nothing any more, and is not needed.
    expect(await openAll(program, order.slice(0, 1))).toEqual(before)
    await expect(openAll(program, order.slice(1))).rejects.toThrow('row_refused')
  }
  return { records: before.length, moments }
}

describe('CUS-12: the vault', () => {
  let kit: TestKit
  let ada: Inhabitant
  let program: Program
  let close: () => Promise<void>
  beforeAll(async () => {
    const limits = { releasesPerMinute: 100_000, releasesPerWalletPerDay: 100_000 }
    const world = await createKitWithVault(
      {
        app: { settings: { mfa_methods: ['totp'] } },
        config: { recoveriesPerUserPerDay: 100_000 },
      },
      { keks: [...orders[0]], ...limits },
      { mailer: createMailbox() },
    )
    kit = world.kit
    const vaultPublicKey = world.vault.publicKey
    ada = await createInhabitant(kit, { email: 'ada@example.com', vaultPublicKey })
    const bob = await createInhabitant(kit, { email: 'bob@example.com', vaultPublicKey })
    const { totpSecret } = (await kit.call(api.mfa.totpInit, { body: {} }, bob.frame)).body
    const code = totpCodeAt(totpSecret, kit.clock.nowMs())
    await kit.call(api.mfa.totpEnroll, { body: { code } }, bob.frame)
    await world.vault.deliverNotices()
    const db = openVaultDatabase(kit.databaseUrl, 15_000)
    program = { db: db as unknown as Kysely<never>, store: vaultRecords, cipherOf: recordCipher }
    close = async () => {
      await db.destroy()
      await world.close()
    }
  }, 60_000)
  afterAll(() => close?.())

  test('ended at any moment: every record opens, and the vault, which has both keys, goes on', async () => {
    const meanwhile = async () => {
      const frame = { token: ada.session.token, origin: authOrigin }
      const { body } = await recoverBody(ada.device, frame)
      const answer = await kit.call(api.embeddedWallet.recover, { params: ada.params, body }, frame)
      expect(answer.status).toBe(200)
      // The notice of it has a record of its own, which would not have been there before.
      await sql`delete from notice`.execute(program.db)
    }
    const { records, moments } = await interruptOften(program, { keks: orders[0], meanwhile })
    console.info(`CUS-12: ${records} records of the vault, ${moments} moments`)
    expect(records).toBeGreaterThan(8)
  }, 600_000)
})

describe('CUS-12: the signer', () => {
  test('ended at any moment: every record opens', async () => {
    const world = await createSignerWorld(await createTestDatabase())
    const db = openSignerDatabase(world.config.databaseUrl, 15_000)
    try {
      for (let count = 0; count < 5; count += 1) await world.delegated()
      const typed = db as unknown as Kysely<never>
      const program = { db: typed, store: signerRecords, cipherOf: signerCipher }
      const [own] = world.config.keks
      if (own === undefined) throw new Error('The signer has no key')
      // Its own key is one of the two.
      first.set(own)
      const meanwhile = async () => undefined
      const { records } = await interruptOften(program, { keks: orders[0], meanwhile })
      expect(records).toBe(7)
    } finally {
      await db.destroy()
      await world.close()
    }
  }, 600_000)
})
