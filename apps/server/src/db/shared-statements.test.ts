import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../session/open.js'
import { connectDb, type Db } from './connect.js'
import { type CodeAttempt, redeemCode, storeCode } from './email-codes.js'
import type { Bucket } from './rate-limits.js'
import { type Rotation, rotate } from './sessions.js'

/** Many people in one statement: each gets the answer of their own, and two processes do not block each other. */
let kit: TestKit
let other: Db
beforeAll(async () => {
  kit = await createTestKit()
  other = connectDb({ url: kit.databaseUrl, poolSize: 20 })
})
afterAll(async () => {
  await other?.destroy()
  await kit?.close()
})

const hour = 3_600_000
const bucket = (key: string, points = 1000): Bucket => ({ key, points, windowMs: hour })
const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@example.com`)
const reversed = <T>(list: readonly T[]) => [...list].reverse()

describe('rotate', () => {
  const rotation = (refreshToken: string, more: Partial<Rotation> = {}): Rotation => ({
    appId: kit.appId,
    tokenHash: hashToken(refreshToken),
    sessionId: undefined,
    nextHash: randomBytes(32),
    successor: randomBytes(64),
    nowMs: kit.clock.nowMs(),
    idleAtMs: kit.clock.nowMs() + hour,
    buckets: [bucket('rotate')],
    ...more,
  })

  test('answers each of many at once its own', async () => {
    const [ada, bob, cyd, dan] = await Promise.all(
      people('own', 4).map((email) => kit.signIn(email)),
    )
    const { appId } = await kit.addApp()
    const tokens = [ada, bob, cyd, dan].map((each) => each?.refresh_token ?? '')
    const [one = '', two = '', three = '', four = ''] = tokens
    const full = [bucket('full', 0)]

    const answers = await Promise.all([
      rotate(kit.db, rotation('unknown')),
      rotate(kit.db, rotation(one)),
      rotate(kit.db, rotation(two, { buckets: full })),
      rotate(kit.db, rotation(three, { sessionId: randomUUID() })),
      rotate(kit.db, rotation(four, { buckets: [] })),
      rotate(kit.db, rotation(three, { appId })),
    ])

    const users = answers.map(({ rotated }) => rotated?.id)
    const id = (who: typeof ada) => who?.user.id.split(':').at(-1)
    expect(users).toEqual([undefined, id(ada), undefined, undefined, id(dan), undefined])
    expect(answers.map(({ waitMs }) => waitMs)).toEqual([0, 0, hour, 0, 0, 0])
    // Who was refused keeps the token.
    const again = await Promise.all([
      rotate(kit.db, rotation(two)),
      rotate(kit.db, rotation(three)),
    ])
    expect(again.map(({ rotated }) => rotated?.id)).toEqual([id(bob), id(cyd)])
  })

  test('what is left of a counter goes to those who came first', async () => {
    const three = { buckets: [bucket('three', 3)] }
    const ask = () => rotate(kit.db, rotation('unknown', three))
    const waits = async () => (await Promise.all([ask(), ask()])).map(({ waitMs }) => waitMs)

    expect([await waits(), await waits(), await waits()]).toEqual([
      [0, 0],
      [0, hour],
      [hour, hour],
    ])
    kit.clock.advance(hour)
    expect(await waits()).toEqual([0, 0])
  })

  test('SES-06: two processes with the same tokens in opposite orders: each is used once, none waits for ever', async () => {
    const sessions = await Promise.all(people('both', 40).map((email) => kit.signIn(email)))
    const tokens = sessions.map((session) => session.refresh_token)

    const [ours, theirs] = await Promise.all([
      Promise.all(tokens.map((token) => rotate(kit.db, rotation(token)))),
      Promise.all(reversed(tokens).map((token) => rotate(other, rotation(token)))),
    ])

    const opposite = reversed(theirs)
    const uses = ours.map((each, n) => [each, opposite[n]].filter((one) => one?.rotated).length)
    expect(uses).toEqual(Array(40).fill(1))
  })
})

describe('codes', () => {
  const hashOf = (code: string) => createHash('sha256').update(code).digest()
  const attempt = (address: string, code: string, more: Partial<CodeAttempt> = {}): CodeAttempt => {
    const nowMs = kit.clock.nowMs()
    const ends = { expiresAtMs: nowMs + hour, idleAtMs: nowMs + hour }
    const wrongTries = bucket(`tries ${address}`, 25)
    return {
      purpose: 'login',
      address,
      hash: hashOf(code),
      buckets: [wrongTries, bucket('login')],
      wrongTries,
      session: {
        appId: kit.appId,
        sessionId: randomUUID(),
        tokenHash: randomBytes(32),
        nowMs,
        ...ends,
      },
      ...more,
    }
  }
  const store = (address: string, code: string, buckets = [bucket('send')]) => {
    const nowMs = kit.clock.nowMs()
    const place = { appId: kit.appId, purpose: 'login' as const, address }
    return storeCode(kit.db, {
      ...place,
      hash: hashOf(code),
      nowMs,
      expiresAtMs: nowMs + hour,
      buckets,
    })
  }

  test('are stored and tried for many at once, each for its own address', async () => {
    const [ada = '', bob = '', cyd = '', dan = ''] = people('codes', 4)
    const { user } = await kit.signIn(ada)
    const full = [bucket('full codes', 0)]
    const waits = await Promise.all([
      store(ada, 'a'),
      store(bob, 'b'),
      store(cyd, 'c'),
      store(dan, 'd', full),
    ])
    expect(waits).toEqual([0, 0, 0, hour])

    const tries = await Promise.all([
      redeemCode(kit.db, attempt(ada, 'a')),
      redeemCode(kit.db, attempt(bob, 'a')),
      redeemCode(kit.db, attempt(cyd, 'c', { buckets: full })),
      redeemCode(kit.db, attempt(dan, 'd')),
    ])

    expect(tries.map(({ right }) => right)).toEqual([true, false, false, false])
    expect(tries.map(({ waitMs }) => waitMs)).toEqual([0, 0, hour, 0])
    expect(`did:privy:${tries[0]?.user?.id}`).toBe(user.id)
    // A wrong try or none leaves the code of the others as it was.
    const again = [redeemCode(kit.db, attempt(bob, 'b')), redeemCode(kit.db, attempt(cyd, 'c'))]
    for (const { right, user: owner } of await Promise.all(again))
      expect([right, owner]).toEqual([true, undefined])
  })

  test('EML-04: two processes with the same codes in opposite orders: each is right once, with one session', async () => {
    const addresses = people('twice', 30)
    await Promise.all(addresses.map((email) => kit.signIn(email)))
    await Promise.all(addresses.map((address) => store(address, address)))
    const sessions = () =>
      kit.db
        .selectFrom('session')
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirst()
    const before = await sessions()

    const [ours, theirs] = await Promise.all([
      Promise.all(addresses.map((address) => redeemCode(kit.db, attempt(address, address)))),
      Promise.all(
        reversed(addresses).map((address) => redeemCode(other, attempt(address, address))),
      ),
    ])

    const opposite = reversed(theirs)
    const uses = ours.map((each, n) => [each, opposite[n]].filter((one) => one?.right).length)
    expect(uses).toEqual(Array(30).fill(1))
    expect((await sessions())?.count).toBe((before?.count ?? 0) + 30)
  })
})
