import { signerSchema } from '@sallyport/keyholder'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOnce, type Completion, forgetAnswered, forgetAtMs } from './answered.js'
import { openSignerDatabase, type SignerDatabase } from './database.js'
import { migrateSigner } from './migrations.js'
import { createKnownNames } from './rows/known-names.js'
import { signerCipher } from './signer-cipher.js'

const dayMs = 86_400_000
const nowMs = Date.UTC(2030, 0, 1)
const until = (ms: number) => ({ 'privy-request-expiry': String(ms) })
const headersOf = (more: object) => ({
  url: 'https://api/rpc',
  body: {},
  headers: { 'privy-app-id': 'app', ...more },
})

describe('forgetAtMs', () => {
  test.each([
    ['signed without an expiry: never', {}, { by: 0, isSent: true }, null],
    ['unsigned: after two days', {}, { by: null, isSent: false }, 2 * dayMs],
    ['unsigned, sent: after a week', {}, { by: null, isSent: true }, 7 * dayMs],
    [
      'signed: a week after its expiry',
      until(nowMs + 900_000),
      { by: 0, isSent: true },
      900_000 + 7 * dayMs,
    ],
    [
      'signed, expired already: counted from now',
      until(nowMs - 900_000),
      { by: 1, isSent: false },
      2 * dayMs,
    ],
  ])('%s', (_, headers, how, afterMs) => {
    expect(forgetAtMs(headersOf(headers), { ...how, nowMs })).toBe(
      afterMs === null ? null : nowMs + afterMs,
    )
  })
})

describe('forgetAnswered', () => {
  let database: TestDatabase
  let db: SignerDatabase
  const cipher = signerCipher([new Uint8Array(32).fill(7)])
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openSignerDatabase(database.url, 60_000)
    await sql`create schema ${sql.ref(signerSchema)}`.execute(db)
    await migrateSigner(db, { cipher, nowMs, version: '0.1.0' })
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const answer = (
    name: string,
    by: number | null,
    headers: object,
    given: Completion = { filled: [] },
  ) =>
    answerOnce(
      {
        place: { walletId: 'w', name },
        request: {
          method: 'POST',
          signatures: [],
          ...headersOf(headers),
        },
        authorization: { by },
        given,
      },
      { db, cipher, nowMs, answers: createKnownNames(), note: () => undefined },
    )
  const names = async () =>
    (await db.selectFrom('answered').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )

  test('forgets what could not be carried out again, and keeps what could', async () => {
    await answer('expires', 0, until(nowMs + 60_000))
    await answer('for good', 0, {})
    await answer('unsigned', null, {})

    await forgetAnswered({ db, nowMs: nowMs + 2 * dayMs - 1 })
    expect(await names()).toEqual(['expires', 'for good', 'unsigned'])
    await forgetAnswered({ db, nowMs: nowMs + 2 * dayMs })
    expect(await names()).toEqual(['expires', 'for good'])
    await forgetAnswered({ db, nowMs: nowMs + 100 * dayMs })
    expect(await names()).toEqual(['for good'])
  })

  test('keeps a name as long as the last of its signatures is good', async () => {
    await answer('again', 0, until(nowMs + 60_000))
    await answer('again', 0, until(nowMs + 30_000))
    await forgetAnswered({ db, nowMs: nowMs + 2 * dayMs + 59_999 })
    expect(await names()).toContain('again')

    await answer('again', 0, {})
    await forgetAnswered({ db, nowMs: nowMs + 100 * dayMs })
    expect(await names()).toContain('again')
  })

  test('a transfer that an older version has answered has its own nonce, or is refused', async () => {
    const rpc = { method: 'eth_sendTransaction' }
    const numbers = [{ nonce: '7' }]
    await answer('with a nonce', 0, {}, { filled: numbers })
    await answer('without one', 0, {}, { filled: [] })

    expect(await answer('with a nonce', 0, {}, { filled: [{ nonce: '8' }], rpc })).toEqual({
      ...{ filled: numbers, rpc },
    })
    await expect(answer('without one', 0, {}, { filled: [], rpc })).rejects.toMatchObject({
      code: 'replayed',
    })
  })
})
