import { api } from '@sallyport/contract'
import { type Vault, VaultUnavailable } from '@sallyport/server'
import {
  createSlowProxy,
  createTestKit,
  idleVault,
  type SlowProxy,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

/** Short, so that no test waits long; every assertion is on answers, none on how long they took. */
const deadlineMs = 500

let kit: TestKit
let proxy: SlowProxy
let attempts = 0
beforeAll(async () => {
  const urlOf = async (url: string) => {
    proxy = await createSlowProxy(url)
    return proxy.url
  }
  kit = await createTestKit({ proxy: { urlOf, deadlineMs } })
})
afterAll(async () => {
  proxy?.open()
  await kit?.close()
  await proxy?.close()
})
afterEach(async () => {
  proxy.open()
  // Connections that broke while idle are replaced at their next use.
  await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 15_000 }).toBe(200)
})

const get = (url: string) => kit.server.inject({ method: 'GET', url })
const init = (email: string) => kit.call(api.email.init, { body: { email } })
const away = {
  status: 503,
  body: { error: 'Something went wrong. Try again', code: 'internal_error' },
  headers: { 'retry-after': '1', 'cache-control': 'no-store' },
}

/** The ways a database goes away. */
const outages = {
  'is cut': () => proxy.cut(),
  'says nothing any more': () => proxy.hold(),
  'is slower than the deadline': () => proxy.delay(deadlineMs * 2),
}

describe.each(Object.entries(outages))('while the database %s', (_name, begin) => {
  test('a request is answered 503 with Retry-After, and works once it is back', async () => {
    await init('ada@example.com')
    begin()

    const during = await init('bob@example.com')
    proxy.open()

    expect(during).toMatchObject(away)
    await expect
      .poll(async () => (await init('eve@example.com')).status, { timeout: 15_000 })
      .toBe(200)
  })

  test('more requests than there are connections are all answered, and none stays taken', async () => {
    begin()

    const during = await Promise.all(
      Array.from({ length: 50 }, (_, n) => init(`many${n}@example.com`)),
    )
    proxy.open()

    expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]))
    const statuses = async () => {
      const emails = Array.from({ length: 20 }, (_, n) => `after${n}${attempts++}@example.com`)
      return new Set((await Promise.all(emails.map(init))).map(({ status }) => status))
    }
    await expect.poll(statuses, { timeout: 15_000 }).toEqual(new Set([200]))
  })

  test('health, token keys and the frame are served', async () => {
    const frame = `/apps/${kit.appId}/embedded-wallets`
    const paths = [
      '/healthz',
      `/api/v1/apps/${kit.appId}/jwks.json`,
      frame,
      '/frame/main-abcdefgh.js',
    ]
    await Promise.all(paths.map(get))
    begin()

    const during = await Promise.all(paths.map(get))

    expect(during.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })
})

test('a connection that breaks inside a transaction breaks its request only', async () => {
  const failed = kit.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('app').select('id').execute()
    proxy.cut()
    // The connection is idle now: no statement is running on it.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return transaction.selectFrom('app').select('id').execute()
  })

  await expect(failed).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
})

test('a refresh whose commit was not heard of gives the same successor when it is asked again', async () => {
  const { refresh_token } = await kit.signIn('uncertain@example.com')
  const body = { refresh_token }
  const lost = kit.call(api.session.refresh, { body })
  proxy.cut()
  const first = await lost
  proxy.open()

  await expect
    .poll(async () => (await kit.call(api.session.refresh, { body })).status, { timeout: 15_000 })
    .toBe(200)
  const [again, third] = [
    await kit.call(api.session.refresh, { body }),
    await kit.call(api.session.refresh, { body }),
  ]
  expect([200, 503]).toContain(first.status)
  expect(again.body.refresh_token).toBe(third.body.refresh_token)
})

describe('a statement that begins after its caller has gone', () => {
  let asleepMs = 0
  beforeAll(() => {
    const running = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => running() - asleepMs)
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
  /** As when this process was suspended; the same as when the database stood still. */
  const late = () => {
    asleepMs += deadlineMs + 1_000
  }

  test('uses no refresh token up, and the next one is in time', async () => {
    const { refresh_token } = await kit.signIn('late@example.com')
    const refresh = () => kit.call(api.session.refresh, { body: { refresh_token } })
    late()

    expect(await refresh()).toMatchObject(away)
    // Long after the time in which a used token still answers its successor.
    kit.clock.advance(60_000)
    expect((await refresh()).status).toBe(200)
  })

  test('uses no code up and stores none', async () => {
    const email = 'late-code@example.com'
    await init(email)
    const code = kit.mailbox.codeFor(email)
    const login = () => kit.call(api.email.authenticate, { body: { email, code } })

    late()
    expect(await init(email)).toMatchObject(away)
    late()
    expect(await login()).toMatchObject(away)
    expect((await login()).status).toBe(200)
  })
})

test('the frame page is served while the signer is away, once its key is known', async () => {
  let isAway = false
  const vault: Vault = {
    call: (name, input) =>
      isAway ? Promise.reject(new VaultUnavailable('gone')) : idleVault.call(name, input),
  }
  const other = await createTestKit({ deps: { vault } })
  const page = async (appId: string) => {
    const url = `/apps/${appId}/embedded-wallets`
    return (await other.server.inject({ method: 'GET', url })).statusCode
  }

  expect(await page(other.appId)).toBe(200)
  isAway = true
  other.clock.advance(3_600_000)
  expect(await page(other.appId)).toBe(200)
  expect(await page((await other.addApp()).appId)).toBe(200)
  await other.close()
})

test('error: while the signer is away the frame page is refused 503 with Retry-After', async () => {
  const call = async () => {
    throw new VaultUnavailable('The vault cannot be reached')
  }
  const other = await createTestKit({ deps: { vault: { call } } })

  const page = await other.server.inject({
    method: 'GET',
    url: `/apps/${other.appId}/embedded-wallets`,
  })

  expect({ status: page.statusCode, body: page.json(), headers: page.headers }).toMatchObject(away)
  await other.close()
})
