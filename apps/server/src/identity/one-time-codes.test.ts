import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
afterEach(() => kit.clock.advance(25 * 3_600_000))

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

/** One browser (with a cookie jar), or a client without cookies. */
function client(ip: string, { cookies = true }: { cookies?: boolean } = {}) {
  let cookie: string | undefined
  const headers = () => (cookie === undefined ? {} : { cookie })
  return {
    send: async (email: string) => {
      const answer = await kit.call(api.email.init, { body: { email } }, { ip, headers: headers() })
      const [set = ''] = [answer.headers['set-cookie']].flat().map(String)
      if (cookies && answer.headers['set-cookie'] !== undefined) cookie = set.split(';')[0]
      return { ...answer, setCookie: set, code: kit.mailbox.codeFor(email) }
    },
    login: async (email: string, code: string) => {
      const body = { email, code }
      const { status } = await kit.call(
        api.email.authenticate,
        { body },
        { ip, headers: headers() },
      )
      return status
    },
  }
}
const owner = (options?: { cookies?: boolean }) => client('192.0.2.1', options)
const stranger = (n = 1, options?: { cookies?: boolean }) => client(`198.51.100.${n}`, options)

describe('tries that share a statement', () => {
  test('each has its own outcome: right, wrong, used, of another address, of a new user', async () => {
    const people = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const browser = client(`203.0.113.${n}`, { cookies: n % 2 === 0 })
        const email = `person${n}@example.com`
        const { code } = await browser.send(email)
        return { n, browser, email, code }
      }),
    )
    // Every third has an account already.
    for (const { n, browser, email, code } of people)
      if (n % 3 === 0) expect(await browser.login(email, code)).toBe(200)
    for (const person of people)
      if (person.n % 6 === 0) person.code = (await person.browser.send(person.email)).code

    const statuses = await Promise.all(
      people.map(({ n, browser, email, code }) =>
        browser.login(
          n % 8 === 7 ? 'person1@example.com' : email,
          n % 4 === 2 ? wrong(code) : code,
        ),
      ),
    )

    const isRight = (n: number) => n % 8 !== 7 && n % 4 !== 2 && (n % 3 !== 0 || n % 6 === 0)
    expect(statuses).toEqual(people.map(({ n }) => (isRight(n) ? 200 : 422)))
  })
})

describe('P5: a thief who writes to the database', () => {
  const forget = async (address: string) => {
    await sql`truncate rate_limit`.execute(kit.db)
    await sql`update one_time_code set flow_tries = 0, network_tries = 0, other_tries = 0
      where address = ${address}`.execute(kit.db)
  }

  test('error: does not get to guess a code by setting the counters back', async () => {
    const email = 'guessed@example.com'
    const [browser, thief] = [owner(), stranger(9, { cookies: false })]
    const { code } = await browser.send(email)
    const statuses = new Set<number>()
    for (let guess = 0; guess < 210; guess += 1) {
      await forget(email)
      statuses.add(await thief.login(email, wrong(code)))
    }
    await forget(email)

    expect(statuses).toEqual(new Set([422, 429]))
    expect(await thief.login(email, code)).toBe(429)
    expect(kit.log.some((line) => line.includes('email-failed-address'))).toBe(true)
    kit.clock.advance(600_000)
    const { code: next } = await browser.send(email)
    expect(await browser.login(email, next)).toBe(200)
  })

  test('error: does not make an old code work again', async () => {
    const email = 'old-mail@example.com'
    const browser = owner()
    const { code } = await browser.send(email)
    kit.clock.advance(1_200_000)
    await sql`update one_time_code set used_at = null, expires_at = ${kit.clock.nowMs() + 600_000}
      where address = ${email}`.execute(kit.db)

    expect(await browser.login(email, code)).toBe(422)
  })
})

describe('the flow cookie', () => {
  test('is kept by the browser alone, for as long as a code lives', async () => {
    const { setCookie } = await owner().send('ada@example.com')
    expect(setCookie).toMatch(
      /^__Host-sallyport-flow=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned$/,
    )
  })

  test('is not set for a back end', async () => {
    const email = 'backend@example.com'
    const { headers } = await kit.call(
      api.email.init,
      { body: { email } },
      { secret: kit.appSecret },
    )
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('T-25: a code requested in browser A is refused in browser B that has a flow of its own', async () => {
    const [a, b] = [owner(), stranger()]
    const { code } = await a.send('ada@example.com')
    await b.send('eve@example.com')

    expect(await b.login('ada@example.com', code)).toBe(422)
    expect(await a.login('ada@example.com', code)).toBe(200)
  })

  test('a client without cookies uses its code from any network', async () => {
    const { code } = await owner({ cookies: false }).send('ada@example.com')
    expect(await stranger(1, { cookies: false }).login('ada@example.com', code)).toBe(200)
  })

  test('the newer code of a browser replaces its older one', async () => {
    const browser = owner()
    const older = await browser.send('ada@example.com')
    const newer = await browser.send('ada@example.com')
    if (older.code !== newer.code) {
      expect(await browser.login('ada@example.com', older.code)).toBe(422)
    }
    expect(await browser.login('ada@example.com', newer.code)).toBe(200)
  })
})

describe.each([
  ['with cookies', true],
  ['without cookies', false],
])('an owner %s and strangers', (_name, cookies) => {
  test('T-08: their wrong codes use up no try of the owner', async () => {
    const me = owner({ cookies })
    const { code } = await me.send('ada@example.com')
    for (const n of [1, 2, 3]) {
      for (let i = 0; i < 10; i += 1) {
        await stranger(n, { cookies: false }).login('ada@example.com', wrong(code))
      }
    }
    expect(await me.login('ada@example.com', code)).toBe(200)
  })

  test('T-08: wrong codes without a code in flight lock nothing', async () => {
    for (let i = 0; i < 30; i += 1) await stranger(i).login('ada@example.com', '123456')
    const me = owner({ cookies })
    const { code } = await me.send('ada@example.com')
    expect(await me.login('ada@example.com', code)).toBe(200)
  })

  test('T-08: their requests for codes invalidate no code of the owner', async () => {
    const me = owner({ cookies })
    const { code } = await me.send('ada@example.com')
    for (const n of [1, 2, 3]) await stranger(n).send('ada@example.com')
    expect(await me.login('ada@example.com', code)).toBe(200)
  })

  test('T-08: one stranger cannot use up the mails of an address', async () => {
    const eve = stranger()
    const answers = []
    for (let i = 0; i < 20; i += 1) answers.push((await eve.send('ada@example.com')).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(5)

    const me = owner({ cookies })
    const { status, code } = await me.send('ada@example.com')
    expect([status, await me.login('ada@example.com', code)]).toEqual([200, 200])
  })
})

describe('tries', () => {
  test('25 wrong codes in a day make a network wait, and no other', async () => {
    const eve = stranger(1, { cookies: false })
    for (let i = 0; i < 25; i += 1) expect(await eve.login('ada@example.com', '000000')).toBe(422)
    expect(await eve.login('ada@example.com', '000000')).toBe(429)
    expect(await stranger(2).login('ada@example.com', '000000')).toBe(422)
  })

  test('a right code starts the count again', async () => {
    const me = owner({ cookies: false })
    const fail = async (times: number) => {
      for (let i = 0; i < times; i += 1)
        expect(await me.login('typo@example.com', 'abcdef')).toBe(422)
    }
    await fail(24)
    const { code } = await me.send('typo@example.com')
    expect(await me.login('typo@example.com', code)).toBe(200)

    await fail(25)
    expect(await me.login('typo@example.com', 'abcdef')).toBe(429)
  })

  test('right and wrong codes at once do not block each other', async () => {
    const emails = Array.from({ length: 8 }, (_, n) => `mixed${n}@example.com`)
    for (const [n, email] of emails.entries()) {
      const me = client(`203.0.113.${n}`)
      const { code } = await me.send(email)
      const tries = [wrong(code), code, wrong(code), code, wrong(code)]
      const answers = await Promise.all(tries.map((given) => me.login(email, given)))
      expect(answers.filter((status) => status >= 500)).toEqual([])
      expect(answers.filter((status) => status === 200)).toHaveLength(1)
    }
  })

  test('EML-01: guesses from everywhere at once: five of each kind are compared', async () => {
    const { code } = await owner().send('guess@example.com')
    const anonymous = [
      ...Array.from({ length: 30 }, () => owner({ cookies: false })),
      ...Array.from({ length: 30 }, (_, n) => stranger(n, { cookies: false })),
    ]
    await Promise.all(anonymous.map((each) => each.login('guess@example.com', wrong(code))))

    const row = await kit.db
      .selectFrom('one_time_code')
      .selectAll()
      .where('address', '=', 'guess@example.com')
      .executeTakeFirstOrThrow()
    expect([row.flow_tries, row.network_tries, row.other_tries]).toEqual([0, 5, 5])
  })
})

describe('T-07: budgets of an app and of the deployment', () => {
  const events = (limited: TestKit, event: string) =>
    limited.log.filter((line) => line.includes(`"event":"${event}"`))
  const init = (limited: TestKit, n: number, appId = limited.appId) =>
    limited.call(
      api.email.init,
      { body: { email: `many${n}@example.com` } },
      { appId, ip: `10.0.${n >> 8}.${n & 255}` },
    )

  test('mails: an app sends so many an hour, the deployment five times as many; one alarm each', async () => {
    const limited = await createTestKit({ config: { codesPerAppPerHour: 4 } })
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await init(limited, n)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    expect(limited.mailbox.mails).toHaveLength(4)
    expect(events(limited, 'code_budget_exhausted')).toHaveLength(1)

    for (let app = 0; app < 4; app += 1) {
      const { appId } = await limited.addApp()
      for (let n = 0; n < 4; n += 1) await init(limited, 100 + 10 * app + n, appId)
    }
    const { appId } = await limited.addApp()
    expect((await init(limited, 200, appId)).status).toBe(429)
    expect(events(limited, 'code_budget_exhausted')).toHaveLength(2)

    limited.clock.advance(3_600_000)
    expect((await init(limited, 201, appId)).status).toBe(200)
    await limited.close()
  })

  test('wrong codes: beyond them only the browser or network that requested a code can use it', async () => {
    const limited = await createTestKit({ config: { codesPerAppPerHour: 20 } })
    const email = 'ada@example.com'
    const at = (ip: string) => ({ ip })
    const login = (ip: string, code: string, address = email) =>
      limited.call(api.email.authenticate, { body: { email: address, code } }, at(ip))
    for (let n = 0; n < 3; n += 1) await login(`10.1.0.${n}`, '000000', `x${n}@example.com`)
    expect(events(limited, 'wrong_code_budget_exhausted')).toHaveLength(1)

    await limited.call(api.email.init, { body: { email } }, at('192.0.2.1'))
    const code = limited.mailbox.codeFor(email)
    expect((await login('198.51.100.1', code)).status).toBe(422)
    expect((await login('192.0.2.1', code)).status).toBe(200)
    await limited.close()
  })

  test('IPv6 clients share the budget of codes of their /48', async () => {
    const limited = await createTestKit({ config: { ipPointsPerMinute: 10 } })
    const send = (n: number) =>
      limited.call(
        api.email.init,
        { body: { email: `six${n}@example.com` } },
        { ip: `2001:db8:1:${n}::1` },
      )
    const statuses = []
    for (let n = 0; n < 12; n += 1) statuses.push((await send(n)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    await limited.close()
  })
})
