import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { take } from '../db/rate-limits.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ config: { ipPointsPerMinute: 10 } })
})
afterAll(() => kit.close())

const refresh = (ip: string) =>
  kit.call(api.session.refresh, { body: { refresh_token: 'unknown' } }, { ip })
const statuses = async (ip: string, count: number) => {
  const answers = await Promise.all(Array.from({ length: count }, () => refresh(ip)))
  return answers.map(({ status }) => status).sort()
}

describe('budgets', () => {
  test('an address has its number of requests in a minute, exactly, also in parallel', async () => {
    expect(await statuses('192.0.2.1', 30)).toEqual([
      ...Array(10).fill(401),
      ...Array(20).fill(429),
    ])
    expect(await statuses('192.0.2.2', 10)).toEqual(Array(10).fill(401))
    kit.clock.advance(60_000)
    expect((await refresh('192.0.2.1')).status).toBe(401)
  })

  test('EML-18: many addresses from one client get no more mail than its budget', async () => {
    const mails = kit.mailbox.mails.length
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        kit.call(
          api.email.init,
          { body: { email: `many${index}@example.com` } },
          { ip: '192.0.2.77' },
        ),
      ),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(90)
    expect(kit.mailbox.mails).toHaveLength(mails + 10)
  })

  test('an IPv6 network of 64 bits counts as one address', async () => {
    expect(await statuses('2001:db8:1:2::1', 10)).toEqual(Array(10).fill(401))
    expect((await refresh('2001:db8:1:2:aaaa::9')).status).toBe(429)
    expect((await refresh('2001:db8:1:3::1')).status).toBe(401)
    const short = Array.from({ length: 11 }, (_, index) => `2001:db8::${index + 1}`)
    const answers = await Promise.all(short.map(refresh))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('apps do not share a budget', async () => {
    await statuses('192.0.2.3', 11)
    const { appId } = await kit.addApp()
    const answer = await kit.call(
      api.session.refresh,
      { body: { refresh_token: 'unknown' } },
      { ip: '192.0.2.3', appId },
    )
    expect(answer.status).toBe(401)
  })

  test('a refresh beyond the budget leaves its token as it was', async () => {
    const { refresh_token } = await kit.signIn('beyond@example.com', { ip: '192.0.2.4' })
    const present = (ip: string) =>
      kit.call(api.session.refresh, { body: { refresh_token } }, { ip })
    await statuses('192.0.2.5', 10)

    const refused = await present('192.0.2.5')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', data: { retry_after: 60 } },
      headers: { 'retry-after': '60' },
    })
    expect((await present('192.0.2.6')).status).toBe(200)
  })

  test('a code beyond the budget is neither made nor used up', async () => {
    const [email, ip] = ['code@example.com', '192.0.2.7']
    await kit.call(api.email.init, { body: { email } }, { ip: '192.0.2.8' })
    const code = kit.mailbox.codeFor(email)
    const wrong = code === '000000' ? '000001' : '000000'
    const login = (given: string, from: string) =>
      kit.call(api.email.authenticate, { body: { email, code: given } }, { ip: from })
    const others = { body: { email: 'others@example.com', code: wrong } }
    for (let n = 0; n < 10; n += 1) await kit.call(api.email.authenticate, others, { ip })

    expect((await login(code, ip)).status).toBe(429)
    expect((await kit.call(api.email.init, { body: { email } }, { ip })).status).toBe(429)
    expect((await login(code, '192.0.2.8')).status).toBe(200)
  })

  test('what a handler refuses before its statement is counted, too', async () => {
    const { appId } = await kit.addApp({ settings: { allowlist_enabled: true } })
    const ask = () =>
      kit.call(
        api.email.authenticate,
        { body: { email: 'stranger@example.com', code: '123456' } },
        { appId, ip: '192.0.2.9' },
      )
    const empty = () => kit.call(api.session.refresh, { body: {} }, { ip: '192.0.2.10' })

    for (const [attempt, status] of [[ask, 401] as const, [empty, 401] as const]) {
      for (let n = 0; n < 10; n += 1) expect((await attempt()).status).toBe(status)
      expect((await attempt()).status).toBe(429)
    }
  })

  test('opposite orders of counters at once do not block each other', async () => {
    const bucket = (key: string) => ({ key, points: 1000, windowMs: 1000 })
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const pair = [bucket('one'), bucket('two')]
        return take(kit.db, index % 2 ? pair : pair.reverse(), kit.clock.nowMs())
      }),
    )
    expect(waits).toEqual(Array(100).fill(0))
  })
})
