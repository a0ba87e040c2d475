import { api, headers } from '@sallyport/contract'
import { authOrigin, createTestKit, type TestKit, testOrigin } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const site = 'https://app.example.com'
let kit: TestKit
let production: { appId: string; appSecret: string }
beforeAll(async () => {
  kit = await createTestKit()
  production = await kit.addApp({
    environment: 'production',
    settings: {
      allowed_domains: [site, 'https://*.preview.example.com', 'other.example'],
      allowed_native_app_ids: ['com.example.app'],
    },
  })
})
afterAll(() => kit.close())

const config = (
  origin: string | null,
  more: Record<string, string> = {},
  appId = production.appId,
) => kit.call(api.app.config, { params: { app_id: appId } }, { appId, origin, headers: more })

describe('origins of an app', () => {
  test('a listed origin is echoed with credentials', async () => {
    const { status, headers: answered } = await config(site)

    expect(status).toBe(200)
    expect(answered).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  })

  test.each(['https://a.preview.example.com', 'https://other.example'])(
    '%s is allowed',
    async (origin) => {
      expect((await config(origin)).status).toBe(200)
    },
  )

  test('ORI-01: error: no origin and no native id', async () => {
    expect((await config(null)).body.code).toBe('missing_origin')
  })

  test.each([
    'https://evil.example',
    'null',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'https://evilapp.example.com',
    'https://app.example.com:8443',
    'https://a.b.preview.example.com',
    'https://preview.example.com',
    'http://localhost:4402',
    'https://app.example.com, https://evil.example',
    '*',
  ])(
    'ORI-02 ORI-04: error: %s is refused without CORS headers, on errors and preflights',
    async (origin) => {
      const { body, status } = await config(origin)
      expect([status, body.code]).toEqual([403, 'invalid_origin'])
      const refused = await kit.call(
        api.email.init,
        { body: { email: 'a@example.com' } },
        { appId: production.appId, origin },
      )
      expect([refused.status, refused.body.code]).toEqual([403, 'invalid_origin'])
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  test.each<[origin: string, readableBy: string | undefined]>([
    ['https://evil.example', 'https://evil.example'],
    ['null', undefined],
    ['*', undefined],
    [`${site}, ${site}`, undefined],
  ])(
    'only the public configuration tells the page at %s why it is refused',
    async (origin, readableBy) => {
      const { headers: answered } = await config(origin)
      expect(answered['access-control-allow-origin']).toBe(readableBy)
    },
  )

  test('ORI-02: a preflight permits only an origin that some app lists', async () => {
    const preflight = (origin: string) =>
      kit.server.inject({
        method: 'OPTIONS',
        url: '/api/v1/passwordless/init',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const evil = await preflight('https://evil.example')
    const good = await preflight(site)

    expect(evil.headers).not.toHaveProperty('access-control-allow-origin')
    expect(good.statusCode).toBe(204)
    expect(good.headers).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '600',
    })
    const named = [
      'authorization',
      'content-type',
      'privy-authorization-signature',
      'privy-idempotency-key',
      'privy-request-expiry',
      'privy-retry-attempt',
      'x-privy-skip-simulation',
      ...Object.values(headers),
    ]
    for (const name of named) {
      expect(String(good.headers['access-control-allow-headers']).split(', ')).toContain(name)
    }
  })

  test('ORI-06: error: a production app without domains is called from nowhere', async () => {
    const { appId } = await kit.addApp({ environment: 'production' })
    for (const origin of [site, testOrigin, authOrigin]) {
      expect((await config(origin, {}, appId)).body.code).toBe('invalid_origin')
    }
    const page = await kit.server.inject(`/apps/${appId}/embedded-wallets`)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('ORI-07: error: a cross-site form post changes nothing', async () => {
    const response = await kit.server.inject({
      method: 'POST',
      url: '/api/v1/passwordless/init',
      headers: {
        origin: 'https://evil.example',
        'content-type': 'text/plain',
        [headers.appId]: production.appId,
      },
      payload: '{"email":"a@example.com"}',
    })
    expect(response.json().code).toBe('invalid_origin')
    expect(kit.mailbox.mails).toHaveLength(0)
  })

  test('ORI-09: two origins are told apart by caches', async () => {
    const [one, two] = [await config(site), await config('https://other.example')]
    expect([one.headers.vary, two.headers.vary]).toEqual(['Origin', 'Origin'])
    expect(two.headers['access-control-allow-origin']).toBe('https://other.example')
  })

  test('ORI-13: a native id stands in for an origin only when listed', async () => {
    const native = (id: string) => config(null, { [headers.nativeAppId]: id })
    expect((await native('com.example.app')).status).toBe(200)
    expect((await native('com.evil.app')).body.code).toBe('invalid_native_app_id')
  })

  test.each([null, 'http://localhost:1', 'http://127.0.0.1:9999', 'http://app.localhost:5173'])(
    'a development app is called from %s',
    async (origin) => {
      expect((await config(origin, {}, kit.appId)).status).toBe(200)
    },
  )

  test.each([
    'http://localhost.evil.example',
    'http://evil-localhost',
    'http://127.0.0.1.evil.example',
    'null',
  ])('error: a development app is not called from %s', async (origin) => {
    expect((await config(origin, {}, kit.appId)).body.code).toBe('invalid_origin')
  })

  test('error: the auth origin itself is not an origin of the app', async () => {
    expect((await config(authOrigin, {}, kit.appId)).body.code).toBe('invalid_origin')
  })

  test.each([
    ['missing', {}],
    ['unknown', { [headers.appId]: 'clunknownapp0000000000000' }],
    ['empty', { [headers.appId]: '' }],
    ['long', { [headers.appId]: 'a'.repeat(300) }],
    ['twice', { [headers.appId]: 'a, b' }],
  ])('APP-03: error: app id header %s', async (_name, given) => {
    const response = await kit.server.inject({
      method: 'POST',
      url: '/api/v1/passwordless/init',
      headers: { origin: site, ...given },
      payload: { email: 'a@example.com' },
    })
    expect([response.statusCode, response.json().code]).toEqual([
      400,
      'missing_or_invalid_privy_app_id',
    ])
  })

  const answerTo = (url: string, method: 'GET' | 'POST' = 'POST') =>
    kit.server.inject({
      method,
      url,
      headers: { origin: site, [headers.appId]: production.appId },
    })

  test.each([
    ['POST', '/api/v1/nothing/here'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1'],
    ['POST', '/api/v2/farcaster/nothing'],
    ['GET', '/api/v1/users/did:privy:cm3np4u9j001rc8b73seqmqqk/kyc'],
    ['GET', '/api/v1/passwordless/init'],
  ] as const)(
    'error: %s %s, which is not built, is 400 not_supported, which an allowed page can read',
    async (method, url) => {
      const response = await answerTo(url, method)

      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        error: 'Not supported',
        code: 'not_supported',
        request_id: expect.any(String),
      })
      expect(response.headers['access-control-allow-origin']).toBe(site)
    },
  )

  test.each(['/nothing/here', '/api/v10/users', '/v1x'])(
    'error: %s, outside the API, is 404 not_supported',
    async (url) => {
      const response = await answerTo(url)

      expect([response.statusCode, response.json().code]).toEqual([404, 'not_supported'])
    },
  )

  test.each(['client-WY5eHLkTYG6xMWCq7DSSQUE8dzFUsFCsGLXMCfAkMHJgh', 'a.b:c_d-1'])(
    'takes the client id %s',
    async (clientId) => {
      expect((await config(site, { [headers.clientId]: clientId })).status).toBe(200)
    },
  )

  test.each(['', ' ', 'two words', 'a'.repeat(256), '<script>', 'ключ'])(
    'error: APP-09: refuses the client id %j, and an allowed page can read it',
    async (clientId) => {
      const answer = await config(site, { [headers.clientId]: clientId })

      expect([answer.status, answer.body.code]).toEqual([400, 'missing_or_invalid_privy_client_id'])
      expect(answer.headers['access-control-allow-origin']).toBe(site)
    },
  )
})
