import { headers } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from './client.js'
import { analytics, email, session } from './index.js'
import { createTestClock } from './test-kit/clock.js'
import { testAppId } from './test-kit/server.js'
import { cleanUp, setup } from './test-kit/setup.js'
import type { ClientOptions } from './types.js'

const configKey = `GET /api/v1/apps/${testAppId}`
const serverError = { status: 500, body: { error: 'Something went wrong', code: 'internal_error' } }

afterEach(cleanUp)
afterEach(() => vi.unstubAllGlobals())

describe('client.start', () => {
  test('is ready with config and no user', async () => {
    const { tab } = await setup()
    const client = tab()

    await client.start()

    expect(client.state).toMatchObject({ status: 'ready', reason: null, user: null })
    expect(client.state.config?.name).toBe('Test')
  })

  test('asks for the config with no header that a browser would ask permission for first', async () => {
    const { tab, server } = await setup()
    await tab().start()
    const ours = await setup({}, { clientId: 'client-1' })
    await ours.tab().start()

    const names = Object.keys(server.seen[0]?.headers ?? {})
    expect(server.seen[0]?.path).toBe(`/api/v1/apps/${testAppId}`)
    expect(names.filter((name) => /privy|authorization|content-type/.test(name))).toEqual([])
    expect(ours.server.seen[0]?.headers).toMatchObject({ [headers.clientId]: 'client-1' })
  })

  test('takes the config that was asked for ahead of it', async () => {
    vi.stubGlobal('document', new EventTarget())
    const { tab, server } = await setup()
    const client = tab()

    client.preload()
    client.preload()
    await vi.waitFor(() => expect(server.count(configKey)).toBe(1))
    await client.start()

    expect(client.state).toMatchObject({ status: 'ready', reason: null })
    expect(client.state.config?.name).toBe('Test')
    expect(server.count(configKey)).toBe(1)
    await client.start()
    expect(server.count(configKey)).toBe(2)
  })

  test('asks for nothing ahead on a server', async () => {
    const { tab, server } = await setup()

    tab().preload()
    await tab().start()

    expect(server.count(configKey)).toBe(1)
  })

  test('error: tells of a config that failed ahead of it', async () => {
    vi.stubGlobal('document', new EventTarget())
    const { tab, server } = await setup()
    server.failNext(configKey, serverError, serverError)
    const client = tab()

    client.preload()
    await vi.waitFor(() => expect(server.count(configKey)).toBe(2))
    await client.start()

    expect(client.state).toMatchObject({ status: 'degraded', reason: 'internal_error' })
    expect(server.count(configKey)).toBe(2)
  })

  test('tells of the config and of being ready in one change without a login', async () => {
    const { tab } = await setup()
    const client = tab()
    const states: unknown[] = []
    client.subscribe(() => states.push([client.state.status, client.state.config?.name]))

    await client.start()

    expect(states).toEqual([['ready', 'Test']])
  })

  test('finds the stored session without rotating its tokens', async () => {
    const { signedIn, tab, server } = await setup()
    await signedIn()

    const reloaded = tab()
    await reloaded.start()

    expect(reloaded.state.user?.email?.address).toBe('ada@example.com')
    expect(await session.getIdentityToken(reloaded)).toBe('identity')
    expect(server.count('POST /api/v1/sessions')).toBe(0)
  })

  test('error: is degraded with the server’s code when the config fails twice', async () => {
    const { tab, server } = await setup()
    server.failNext(configKey, serverError, serverError)
    const client = tab()

    await client.start()

    expect(client.state).toMatchObject({ status: 'degraded', reason: 'internal_error' })
  })

  test('error: is offline when the server is gone, and keeps the session', async () => {
    const { signedIn, tab, server, storage } = await setup()
    await signedIn()
    await server.close()
    const client = tab()

    await client.start()

    expect(client.state).toMatchObject({ status: 'offline', reason: 'offline' })
    expect(storage.length).toBeGreaterThan(2)
  })

  test('error: settles within 5 s when the server never answers', async () => {
    const { tab, server, clock } = await setup()
    server.hang(configKey)
    const client = tab()

    const start = client.start()
    clock.advance(4_500)
    await start

    expect(client.state).toMatchObject({ status: 'offline', reason: 'client_request_timeout' })
  })

  test('error: tells the developer once what is wrong and how to fix it', async () => {
    const { tab, server, warnings } = await setup()
    const client = tab()
    const unknownApp = {
      status: 401,
      body: { error: 'Missing or invalid app ID', code: 'missing_or_invalid_privy_app_id' },
    }
    server.failNext(configKey, unknownApp)

    await client.start()
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    expect(client.state).toMatchObject({
      status: 'degraded',
      reason: 'missing_or_invalid_privy_app_id',
    })
    expect(warnings[0]).toBe(
      `[Sallyport] ${server.url} has no app ${testAppId}. Copy the app id from the dashboard (npm start) or from the output of provision-app.`,
    )

    server.failNext(configKey, unknownApp)
    await client.start()
    await server.close()
    await client.start()
    await vi.waitFor(() => expect(warnings).toHaveLength(2))
    expect(warnings[1]).toContain('does not answer')
  })

  test('gives a new state object after every change, and one until then', async () => {
    const { signedIn, tab } = await setup()
    await signedIn()
    const client = tab()
    const states = new Set([client.state])
    client.subscribe(() => states.add(client.state))

    await client.start()

    expect(states.size).toBeGreaterThan(2)
    expect(client.state).toBe(client.state)
  })
})

describe('createClient', () => {
  const apiUrl = 'https://auth.example.com'
  const vite = 'Vite gives pages those that start with VITE_'
  test.each<[string, unknown, unknown, string, RegExp | string]>([
    ['a short app id', 'short', apiUrl, 'invalid_app_id', 'exactly 25 characters, and it has 5.'],
    ['a long app id', 'a'.repeat(26), apiUrl, 'invalid_app_id', 'and it has 26.'],
    ['an empty app id', '', apiUrl, 'invalid_app_id', `it is empty. If it comes from`],
    ['no app id', undefined, apiUrl, 'invalid_app_id', 'it is undefined. If it comes from an env'],
    ['null as the app id', null, apiUrl, 'invalid_app_id', 'it is null'],
    ['a number as the app id', 25, apiUrl, 'invalid_app_id', 'it is a number'],
    ['a path', testAppId, `${apiUrl}/api`, 'invalid_api_url', `it is ${apiUrl}/api. The kit adds`],
    ['a query', testAppId, `${apiUrl}/?a`, 'invalid_api_url', 'without a path'],
    ['no protocol', testAppId, 'auth.example.com', 'invalid_api_url', 'it is auth.example.com.'],
    ['another protocol', testAppId, 'ws://auth.example', 'invalid_api_url', 'it is ws://auth'],
    ['no URL', testAppId, undefined, 'invalid_api_url', vite],
    ['an empty URL', testAppId, '', 'invalid_api_url', 'it is empty'],
    ['a template of nothing', testAppId, 'undefined', 'invalid_api_url', vite],
    ['an object as the URL', testAppId, {}, 'invalid_api_url', 'it is a object'],
  ])(
    'error: %s is told to the developer, and no call is made',
    async (_, appId, url, code, text) => {
      const warnings: string[] = []
      const fetch = vi.fn()
      const options = { appId, apiUrl: url, fetch, warn: (line: string) => warnings.push(line) }
      const client = createClient(options as unknown as ClientOptions)

      await client.start()
      await expect(email.sendCode(client, { email: 'ada@example.com' })).rejects.toMatchObject({
        code,
      })

      expect(client.state).toMatchObject({ status: 'degraded', reason: code, user: null })
      await vi.waitFor(() => expect(warnings).toHaveLength(1))
      expect(warnings[0]).toContain(text)
      expect(warnings[0]).toMatch(/^\[Sallyport\] /)
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  const start = async (page: object, url = 'https://a.example') => {
    for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
    const warnings: string[] = []
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const options = { appId: testAppId, apiUrl: url, fetch, clock: createTestClock() }
    const client = createClient({ ...options, warn: (line) => warnings.push(line) })
    await client.start()
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    return { reason: client.state.reason, warning: warnings[0] }
  }

  test('error: a page on plain http, such as one at an address of the network, says so', async () => {
    const location = new URL('http://192.168.1.20:5173')

    expect(await start({ isSecureContext: false, location })).toEqual({
      reason: 'insecure_page',
      warning: expect.stringMatching(/^\[Sallyport\] http:\/\/192.168.1.20:5173 is on plain http/),
    })
  })

  test.each([
    [
      'https://app.example',
      'http://auth.example',
      'browsers refuse its calls of http://auth.example',
    ],
    ['https://app.example', 'https://auth.example', 'does not answer'],
    ['http://localhost:5173', 'http://auth.example', 'does not answer'],
  ])('error: to a page on %s, a server on %s %s', async (page, url, text) => {
    const started = await start({ location: new URL(page) }, url)

    expect(started.reason).toBe('offline')
    expect(started.warning).toContain(text)
  })

  test('touches nothing of the browser', () => {
    const client = createClient({ appId: testAppId, apiUrl: 'https://auth.example.com' })

    expect(client.state.status).toBe('loading')
  })
})

describe('email', () => {
  test('names the account the code was sent to', async () => {
    const { tab } = await setup()
    const client = tab()
    await client.start()

    await email.sendCode(client, { email: 'ada@example.com' })
    const login = await email.login(client, { email: ' Ada@example.com', code: '123456' })

    expect(login.loginAccount).toMatchObject({ type: 'email', address: 'ada@example.com' })
    expect(login).toMatchObject({ isNewUser: true, loginMethod: 'email' })
  })

  test('error: rebuilds the server’s refusal and is not sent twice', async () => {
    const { tab, server } = await setup()
    const client = tab()

    const login = email.login(client, { email: 'ada@example.com', code: '000000' })

    await expect(login).rejects.toMatchObject({
      name: 'ApiError',
      code: 'invalid_credentials',
      status: 422,
      message: 'invalid_credentials',
    })
    expect(server.count('POST /api/v1/passwordless/authenticate')).toBe(1)
  })

  test('disableSignup asks for no-signup', async () => {
    const { tab, server } = await setup()

    await email.login(tab(), { email: 'a@example.com', code: '123456', disableSignup: true })

    expect(server.seen.at(-1)?.body).toMatchObject({ mode: 'no-signup' })
  })
})

describe('analytics.record', () => {
  test('reports without waiting and ignores failures', async () => {
    const { tab, server } = await setup()
    server.failNext('POST /api/v1/analytics_events', serverError)

    analytics.record(tab(), 'sdk_initialize', { theme: 'dark' })

    await expect.poll(() => server.seen.at(-1)?.body.event_name).toBe('sdk_initialize')
    expect(server.seen.at(-1)?.body.payload).toMatchObject({ theme: 'dark' })
  })
})
