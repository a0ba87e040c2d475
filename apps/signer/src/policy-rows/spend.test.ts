import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@sallyport/testing'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reservation } from '../policy/count-request.js'
import { sealJson } from '../rows/row-versions.js'
import { signerCipher } from '../signer-cipher.js'
import {
  createSpent,
  LimitReached,
  placeOfWindow,
  reserveSpending,
  type Spent,
  spendingTables,
} from './spend.js'

/* Reservations against a real Postgres: what is taken at once never passes a limit. */

const minuteMs = 60_000
const dayMs = 86_400_000
const nowMs = Date.UTC(2030, 0, 1)
let database: Awaited<ReturnType<typeof createTestDatabase>>
/** Two signers, each with connections of its own. */
let signers: readonly Kysely<unknown>[]

beforeAll(async () => {
  database = await createTestDatabase()
  signers = [1, 2].map(() => {
    const pool = new pg.Pool({
      connectionString: database.url,
      max: 8,
      options: '-c search_path=limits',
    })
    // A connection that is being closed may hear that its database is dropped.
    pool.on('connect', (client) => client.on('error', () => {}))
    pool.on('error', () => {})
    return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  })
  await sql`create schema limits`.execute(one())
  for (const table of spendingTables) await sql.raw(table).execute(one())
})
beforeEach(async () => {
  await sql`truncate spending, spending_window`.execute(one())
})
afterAll(async () => {
  for (const signer of signers ?? []) await signer.destroy()
  await database?.drop()
})

function one(): Kysely<unknown> {
  const [signer] = signers
  if (!signer) throw new Error('There is no signer')
  return signer
}

const limit = (changes: Partial<Reservation> = {}): Reservation => ({
  limitId: 'limit',
  scopeKey: 'app',
  amount: 1n,
  most: 10n,
  windowMs: dayMs,
  ...changes,
})
const cipher = signerCipher([new Uint8Array(randomBytes(32))])
const digest = (name: string | number) => Buffer.from(String(name).padEnd(32, '0'))

/** Reserves as a signer does: in a transaction. `undefined` when it was allowed. */
const ask = async (
  name: string | number,
  reservations: readonly Reservation[],
  { at = nowMs, signer = one(), wallet = 'w', spent = createSpent() } = {},
) => {
  try {
    const taken = await signer
      .transaction()
      .execute((db) =>
        reserveSpending(
          { walletId: wallet, request: digest(name), reservations },
          { db, cipher, spent, nowMs: at },
        ),
      )
    for (const window of taken) spent.remember(window)
    return undefined
  } catch (error) {
    if (error instanceof LimitReached) return error
    throw error
  }
}

/** How many of 200 requests at once, over two signers and 200 wallets, were allowed. */
const allowedOf200 = async (reservationsOf: (at: number) => readonly Reservation[]) => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      ask(at, reservationsOf(at), { signer: signers[at % 2] ?? one(), wallet: `w${at}` }),
    ),
  )
  return answers.filter((answer) => answer === undefined).length
}

describe('reserveSpending', () => {
  test('WAL-16: of 200 requests at once against a count of 10 exactly 10 are allowed', async () => {
    expect(await allowedOf200(() => [limit()])).toBe(10)
  })

  test('WAL-16: of 200 requests of 7 at once against a sum of 70 exactly 10 are allowed', async () => {
    expect(await allowedOf200(() => [limit({ amount: 7n, most: 70n })])).toBe(10)
  })

  test('WAL-16: of 200 requests at once with two limits in either order exactly 10 are allowed', async () => {
    const two = [limit({ limitId: 'a', most: 10n }), limit({ limitId: 'b', most: 50n, amount: 2n })]

    expect(await allowedOf200((at) => (at % 2 === 0 ? two : [...two].reverse()))).toBe(10)
    // What the second limit refused took nothing from the first.
    expect(await ask('rest', [limit({ limitId: 'a', most: 11n })])).toBe(undefined)
    expect(await ask('more', [limit({ limitId: 'a', most: 11n })])).toMatchObject({ left: 0n })
  })

  test('the same request takes once, also many times at once in turn', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await ask('same', [limit({ amount: 10n })])).toBe(undefined)

    expect(await ask('other', [limit()])).toMatchObject({ left: 0n, most: 10n, asked: 1n })
  })

  test('a request of more than the limit is refused at once, and takes nothing', async () => {
    expect(await ask('much', [limit({ amount: 11n })])).toMatchObject({ left: 10n })
    expect(await ask('all', [limit({ amount: 10n })])).toBe(undefined)
  })

  test('amounts are exact beyond 2^64 and 2^256', async () => {
    const most = 2n ** 257n

    expect(await ask('a', [limit({ amount: most - 1n, most })])).toBe(undefined)
    expect(await ask('b', [limit({ amount: 2n, most })])).toMatchObject({ left: 1n })
    expect(await ask('c', [limit({ amount: 1n, most })])).toBe(undefined)
  })

  test.each([minuteMs, dayMs, 31 * dayMs])(
    'an amount counts for the whole window of %i ms, and at most a sixtieth longer',
    async (windowMs) => {
      const whole = limit({ amount: 10n, windowMs })
      await ask('first', [whole])

      expect(await ask('within', [limit({ windowMs })], { at: nowMs + windowMs - 1 })).toBeDefined()
      const later = nowMs + windowMs + Math.ceil(windowMs / 60)
      expect(await ask('after', [limit({ windowMs })], { at: later + 1 })).toBe(undefined)
    },
  )

  test('an amount that is alone in its slot leaves when the window is over', async () => {
    await ask('first', [limit({ amount: 10n })])

    expect(await ask('before', [limit()], { at: nowMs + dayMs - 1 })).toBeDefined()
    expect(await ask('then', [limit()], { at: nowMs + dayMs })).toBe(undefined)
  })

  test('a window that an older version has written counts to the end of its slots', async () => {
    const slotMs = dayMs / 60
    const place = { limitId: 'limit', scopeKey: 'app' }
    const slots = { [String(nowMs / slotMs)]: '10' }
    const record = await sealJson({ count: 1, slots }, placeOfWindow(place), cipher)
    await sql`insert into spending_window (limit_id, scope_key, record)
      values ('limit', 'app', ${record})`.execute(one())

    expect(await ask('in', [limit()], { at: nowMs + dayMs + slotMs - 1 })).toBeDefined()
    expect(await ask('out', [limit()], { at: nowMs + dayMs + slotMs })).toBe(undefined)
  })

  test('keys are counted apart', async () => {
    for (const scopeKey of ['wallet:a', 'wallet:b', 'recipient:a|1'])
      expect(await ask(scopeKey, [limit({ scopeKey, amount: 10n })])).toBe(undefined)
  })

  test('what no rule limits is counted all the same', async () => {
    await ask('free', [limit({ most: null, amount: 100n })])

    expect(await ask('limited', [limit()])).toMatchObject({ left: -90n })
  })

  test('a transaction that is rolled back has taken nothing', async () => {
    const crash = one()
      .transaction()
      .execute(async (db) => {
        await reserveSpending(
          { walletId: 'w', request: digest('x'), reservations: [limit({ amount: 10n })] },
          { db, cipher, spent: createSpent(), nowMs },
        )
        throw new Error('The signer ended')
      })

    await expect(crash).rejects.toThrow('The signer ended')
    expect(await ask('y', [limit({ amount: 10n })])).toBe(undefined)
  })
})

describe('write access to what was spent', () => {
  const refused = expect.objectContaining({ code: 'row_refused' })
  const use = async (spent: Spent, name: string, amount: bigint) =>
    ask(name, [limit({ amount })], { spent })
  const recordOf = async () =>
    (await sql<{ record: Buffer }>`select record from spending_window`.execute(one())).rows[0]
      ?.record

  test('WAL-14: error: an older record, and a window that is gone, are refused where they were seen', async () => {
    const spent = createSpent()
    await use(spent, 'a', 5n)
    const older = await recordOf()
    await use(spent, 'b', 5n)
    await sql`update spending_window set record = ${older}`.execute(one())

    await expect(use(spent, 'c', 1n)).rejects.toThrow(refused)
    await sql`delete from spending_window`.execute(one())
    await expect(use(spent, 'd', 1n)).rejects.toThrow(refused)
  })

  test('WAL-13: error: a record of another limit, and one that the signer did not write', async () => {
    const spent = createSpent()
    await ask('other', [limit({ limitId: 'other', amount: 1n })], { spent })
    const other = await recordOf()
    await ask('own', [limit({ amount: 10n })], { spent })
    for (const record of [other, Buffer.from(randomBytes(80))]) {
      await sql`update spending_window set record = ${record} where limit_id = 'limit'`.execute(
        one(),
      )
      await expect(use(spent, 'more', 1n)).rejects.toThrow(refused)
    }
  })

  test('WAL-13: error: a request that is said to have taken its part already', async () => {
    await ask('first', [limit({ amount: 10n })])
    const name = digest('new').toString('hex')
    await sql`insert into spending select wallet_id, ${name}, at_ms, record from spending`.execute(
      one(),
    )

    await expect(ask('new', [limit()])).rejects.toThrow(refused)
  })
})
