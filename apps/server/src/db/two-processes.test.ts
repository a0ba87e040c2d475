import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../authority/bound-token.js'
import { buildServer } from '../server.js'
import { connectDb, type Db } from './connect.js'
import { rotate } from './sessions.js'

/* Two processes use the same rows in opposite orders: each row is used once and no statement blocks another for ever. */
let kit: TestKit
let other: Db
let otherServer: TestKit['server']
beforeAll(async () => {
  kit = await createTestKit()
  other = connectDb({ url: kit.databaseUrl, poolSize: 20 })
  otherServer = await buildServer({ ...kit.deps, db: other })
})
afterAll(async () => {
  await otherServer?.close()
  await other?.destroy()
  await kit?.close()
})

const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@example.com`)
const reversed = <T>(list: readonly T[]) => [...list].reverse()

describe('two processes', () => {
  test('SES-06: with the same tokens use each once', async () => {
    const sessions = await Promise.all(people('both', 40).map((email) => kit.signIn(email)))
    const use = (db: Db, refreshToken: string) => {
      const nowMs = kit.clock.nowMs()
      return rotate(db, {
        appId: kit.appId,
        tokenHash: hashToken(kit.deps.keyEncryption, 'refresh-token', refreshToken),
        sessionId: undefined,
        nextHash: randomBytes(32),
        successor: randomBytes(64),
        epoch: 1,
        nowMs,
        idleAtMs: nowMs + 3_600_000,
      })
    }
    const tokens = sessions.map((session) => session.refresh_token)

    const [ours, theirs] = await Promise.all([
      Promise.all(tokens.map((token) => use(kit.db, token))),
      Promise.all(reversed(tokens).map((token) => use(other, token))),
    ])

    const opposite = reversed(theirs)
    const uses = ours.map(
      (each, n) => [each, opposite[n]].filter((one) => one !== undefined).length,
    )
    expect(uses).toEqual(Array(40).fill(1))
  })

  test('EML-04: with the same codes redeem each once, with one session', async () => {
    const addresses = people('twice', 30)
    await Promise.all(addresses.map((email) => kit.signIn(email)))
    await Promise.all(addresses.map((email) => kit.call(api.email.init, { body: { email } })))
    const countSessions = async () => {
      const rows = await kit.db.selectFrom('session').select('id').execute()
      return rows.length
    }
    const before = await countSessions()
    const redeem = async (server: TestKit['server'], email: string) => {
      const { statusCode } = await server.inject({
        method: 'POST',
        url: '/api/v1/passwordless/authenticate',
        headers: { 'privy-app-id': kit.appId },
        payload: { email, code: kit.mailbox.codeFor(email) },
      })
      return statusCode
    }

    const [ours, theirs] = await Promise.all([
      Promise.all(addresses.map((email) => redeem(kit.server, email))),
      Promise.all(reversed(addresses).map((email) => redeem(otherServer, email))),
    ])

    const opposite = reversed(theirs)
    expect(ours.map((each, n) => [each, opposite[n]].sort())).toEqual(Array(30).fill([200, 422]))
    expect(await countSessions()).toBe(before + 30)
  })
})
