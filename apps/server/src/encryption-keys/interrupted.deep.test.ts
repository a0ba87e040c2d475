import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  authOrigin,
  authShareBody,
  createInhabitant,
  createKitWithVault,
  fuzz,
  type Inhabitant,
  runUntilMoment,
  type TestKit,
} from '@sallyport/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aesKeyEncryption, type KeyEncryption, type KeyLists } from '../ports/key-encryption.js'
import { systemRandom } from '../ports/random.js'
import { renewUnderNewestKeys } from './encryption-keys.js'
import { ringOf } from './reseal.js'
import { sealedColumns } from './sealed-columns.js'

const [S1, S2, T1, T2] = [1, 2, 3, 4].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer, Buffer]
/** What the servers have: they never restart. */
const ofServers: KeyLists = { shares: [S1, S2], tokens: [T1, T2] }
/** The other order: as servers that were restarted, or the next operator. */
const turned: KeyLists = { shares: [S2, S1], tokens: [T2, T1] }

let kit: TestKit
let people: Inhabitant[]
let close: () => Promise<void>
beforeAll(async () => {
  const started = await createKitWithVault({
    config: { keks: ofServers, readBacksPerUserPerHour: 100_000 },
    app: { privateSettings: { telegram_bot_token: `7${'1'.repeat(9)}:${'a'.repeat(35)}` } },
  })
  ;({ kit, close } = started)
  const vaultPublicKey = started.vault.publicKey
  people = []
  for (const name of ['ada', 'bob', 'eve'])
    people.push(await createInhabitant(kit, { email: `${name}@example.com`, vaultPublicKey }))
}, 60_000)
afterAll(() => close?.())

/** Moves everything to the newest keys, until the process ends. */
function rotate(keks: KeyLists, moment = Number.POSITIVE_INFINITY) {
  const keyEncryption = aesKeyEncryption(keks, systemRandom)
  return runUntilMoment(kit.db, moment, (db) =>
    renewUnderNewestKeys({ ...kit.deps, db, keyEncryption, keks }),
  )
}

/** Every sealed value, opened. */
async function openAll(keyEncryption: KeyEncryption): Promise<string[]> {
  const opened: string[] = []
  for (const [name, { table, keys, value, ring, contextOf }] of Object.entries(sealedColumns)) {
    const columns = sql.join(keys.map((key) => sql`${sql.ref(key)}::text`))
    const { rows } = await sql<{ key: string[]; sealed: Buffer }>`
      select array[${columns}] as key, ${value} as sealed from ${sql.table(table)}
      where ${value} is not null`.execute(kit.db)
    for (const { key, sealed } of rows) {
      const plaintext = ringOf(keyEncryption, ring).open(sealed, contextOf(key))
      opened.push(`${name} ${key} ${Buffer.from(plaintext).toString('hex')}`)
    }
  }
  return opened.sort()
}

/** Reads the user and the auth share of a person; whether both were answered. */
async function useWallet({ session: { token }, device }: Inhabitant): Promise<number[]> {
  const { body } = await authShareBody(device)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const given = { token, origin: authOrigin }
  const share = await kit.call(api.embeddedWallet.authShare, { params, body }, given)
  return [(await kit.call(api.user.me, {}, { token })).status, share.status]
}

test('CUS-12: a re-wrap is ended at any statement, while servers of both orders of keys go on: every row opens, and none is wrapped twice', async () => {
  const keyEncryption = aesKeyEncryption(ofServers, systemRandom)
  const before = await openAll(keyEncryption)
  expect(before.length).toBeGreaterThan(people.length)
  await rotate(turned)
  const { moments } = await rotate(ofServers)
  expect(moments).toBeGreaterThan(40)
  let finished = 0

  await fc.assert(
    fc.asyncProperty(
      fc.nat(moments + 10),
      fc.boolean(),
      fc.nat(people.length - 1),
      async (moment, isTurned, who) => {
        const person = people[who]
        if (person === undefined) throw new Error('There is no such person')
        const [{ done }, statuses] = await Promise.all([
          rotate(isTurned ? turned : ofServers, moment),
          useWallet(person),
        ])
        if (done) finished += 1
        for (const { failed } of Object.values(done?.passes ?? {})) expect(failed).toBe(0)
        expect(statuses).toEqual([200, 200])
        expect(await openAll(keyEncryption)).toEqual(before)
      },
    ),
    // The deep tier makes ten times as many.
    { ...fuzz(100), endOnFailure: true },
  )

  expect(finished).toBeGreaterThan(0)
  for (const keks of [turned, ofServers]) {
    const { done } = await rotate(keks)
    expect(Object.values(done?.passes ?? {}).filter(({ failed }) => failed > 0)).toEqual([])
    const again = (await rotate(keks)).done
    expect(Object.values(again?.passes ?? {}).filter(({ moved }) => moved > 0)).toEqual([])
    const only = { shares: keks.shares.slice(0, 1), tokens: keks.tokens.slice(0, 1) }
    expect(await openAll(aesKeyEncryption(only, systemRandom))).toEqual(before)
    for (const person of people) expect(await useWallet(person)).toEqual([200, 200])
  }
}, 600_000)
