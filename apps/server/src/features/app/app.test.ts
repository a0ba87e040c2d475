import { api, headers } from '@sallyport/contract'
import { createTestKit, storeSettings, type TestKit, testOrigin } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const params = () => ({ params: { app_id: kit.appId } })

/** Wallet settings without a mode, and without the keys of single chains. */
const wallets = {
  create_on_login: 'off',
  user_owned_recovery_options: [],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
}

describe('app config', () => {
  test('APP-07: is public and holds nothing private', async () => {
    const { status, body } = await kit.call(api.app.config, params())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: kit.appId,
      name: 'Acme',
      email_auth: true,
      google_oauth: false,
    })
    expect(JSON.stringify(body)).not.toMatch(/secret|hash|signing|BEGIN PRIVATE/)
    expect(body.verification_key).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  })

  test('says that wallets are kept in the frame, and names no API of the app’s own', async () => {
    const { appId } = await kit.addApp()
    // As an earlier version of the server stored it.
    const stored = { custom_api_url: 'https://privy.acme.example', embedded_wallet_config: wallets }
    await storeSettings(kit, { appId, settings: stored })

    const config = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })

    expect(config.body.embedded_wallet_config.mode).toBe('legacy-embedded-wallets-only')
    expect(config.body.custom_api_url).toBeNull()
  })

  test.each([
    [
      'the flat key alone',
      { create_on_login: 'all-users' },
      ['all-users', 'all-users', 'all-users'],
    ],
    [
      'a key of each chain',
      {
        create_on_login: 'all-users',
        ethereum: { create_on_login: 'off' },
        solana: { create_on_login: 'users-without-wallets' },
      },
      ['off', 'off', 'users-without-wallets'],
    ],
  ] as const)('tells older and newer clients the same: %s', async (_name, given, expected) => {
    const { appId, appSecret } = await kit.addApp()
    const { create_on_login: _, ...rest } = wallets
    const body = { embedded_wallet_config: { ...given, ...rest } }
    await kit.call(api.adminApp.update, { body }, { appId, secret: appSecret })

    const config = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })

    const { create_on_login, ethereum, solana } = config.body.embedded_wallet_config
    expect([create_on_login, ethereum?.create_on_login, solana?.create_on_login]).toEqual(expected)
  })

  test('is answered to a page that names the app in the path alone, if the page may ask', async () => {
    const { appId } = await kit.addApp({ environment: 'production' })
    const ask = (id: string, origin?: string) =>
      kit.server.inject({ url: `/api/v1/apps/${id}`, headers: origin ? { origin } : {} })

    const answer = await ask(kit.appId, testOrigin)
    expect(answer.json().id).toBe(kit.appId)
    expect(answer.headers['access-control-allow-origin']).toBe(testOrigin)
    expect((await ask(appId)).json().code).toBe('missing_origin')
    const stranger = await ask(appId, 'https://evil.example')
    expect(stranger.json().code).toBe('invalid_origin')
    for (const id of ['%00', "'; drop table app --", 'a'.repeat(150), '__proto__']) {
      const unknown = await ask(encodeURIComponent(id), testOrigin)
      expect(unknown.json().code).toBe('missing_or_invalid_privy_app_id')
    }
  })

  test('error: a refusal is readable by the page that asked, with and without a preflight', async () => {
    const { appId } = await kit.addApp({ environment: 'production' })
    const origin = 'https://elsewhere.example'
    const url = `/api/v1/apps/${appId}`
    const preflight = await kit.server.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(preflight.headers['access-control-allow-origin']).toBe(origin)
    for (const path of [url, `/api/v1/apps/${'x'.repeat(25)}`]) {
      const refused = await kit.server.inject({ url: path, headers: { origin } })
      expect(refused.statusCode).toBeGreaterThanOrEqual(400)
      expect(refused.headers['access-control-allow-origin']).toBe(origin)
    }
    for (const other of [`${url}/jwks.json`, `${url}/smart_wallets`, '/api/v1/sessions']) {
      const closed = await kit.server.inject({
        method: 'OPTIONS',
        url: other,
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect(closed.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('answers the back end by Basic credentials, in production too', async () => {
    const { appId, appSecret } = await kit.addApp({ environment: 'production' })
    const options = { appId, secret: appSecret, prefix: '/api/v1' }
    const answer = await kit.call(api.app.config, { params: { app_id: appId } }, options)
    expect(answer.body.id).toBe(appId)
  })

  test('error: a wrong secret, no colon, the secret of another app', async () => {
    const other = await kit.addApp()
    for (const secret of ['wrong', '', other.appSecret]) {
      const { status, body } = await kit.call(api.app.config, params(), { secret })
      expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    }
    const response = await kit.server.inject({
      url: `/api/v1/apps/${kit.appId}`,
      headers: { authorization: 'Basic bm9jb2xvbg==' },
    })
    expect(response.json().code).toBe('missing_or_invalid_privy_app_id')
  })

  test('APP-03: error: the path names another app than the header', async () => {
    const other = await kit.addApp()
    const { status, body } = await kit.call(api.app.config, { params: { app_id: other.appId } })
    expect([status, body.code]).toEqual([400, 'missing_or_invalid_privy_app_id'])
  })

  test('error: an id that cannot be one', async () => {
    for (const id of ['%00', "'; drop table app --", 'a'.repeat(150)]) {
      const response = await kit.server.inject(`/api/v1/apps/${encodeURIComponent(id)}/jwks.json`)
      expect([response.statusCode, response.json().code]).toEqual([
        400,
        'missing_or_invalid_privy_app_id',
      ])
    }
    for (const [url, given] of [
      ['/api/v1/apps//jwks.json', {}],
      ['/api/v1/apps/', { origin: testOrigin }],
      ['/api/v1/apps/', { origin: testOrigin, [headers.appId]: kit.appId }],
    ] as const) {
      const response = await kit.server.inject({ url, headers: given })
      expect([url, response.statusCode, response.json()]).toEqual([
        url,
        400,
        {
          error: 'App ID must be provided',
          code: 'missing_or_invalid_privy_app_id',
          request_id: expect.any(String),
        },
      ])
    }
    const nul = await kit.server.inject('/api/v1/apps/%00/jwks.json')
    expect([nul.statusCode, nul.json().code]).toEqual([400, 'invalid_data'])
  })
})

describe('admin app', () => {
  const update = (body: object, secret = kit.appSecret) =>
    kit.call(api.adminApp.update, { body }, { secret })

  test('changes what it names and leaves the rest', async () => {
    const { status, body } = await update({ name: 'Renamed', accent_color: '#123456' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Renamed', accent_color: '#123456', email_auth: true })
    expect((await kit.call(api.app.config, params())).body.name).toBe('Renamed')
  })

  test('writes allowed domains anew', async () => {
    const { body } = await update({
      allowed_domains: ['https://App.Example.com', 'example.org', 'https://*.example.net'],
    })
    expect(body.allowed_domains).toEqual([
      'https://app.example.com',
      'https://example.org',
      'https://*.example.net',
    ])
  })

  test.each([
    'https://a.com; script-src *',
    'https://a.com\nSet-Cookie: a=b',
    '*',
    'https://*',
    'https://*.com',
    "'self'",
    'https://a.com/path',
    'https://user@a.com',
    'javascript:alert(1)',
    'https://a.com:99999',
    'https://a.*.com',
    '',
  ])('INP-10: error: %j is not a domain', async (domain) => {
    const { status, body } = await update({ allowed_domains: [domain] })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })

  test('error: a setting that is none, by name, and changes nothing', async () => {
    const { status, body } = await update({ name: 'Half', acent_color: '#123456' })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(JSON.stringify(body)).toContain('acent_color')
    expect((await kit.call(api.app.config, params())).body.name).not.toBe('Half')
  })

  test('limits the users and lifts the limit; the public configuration does not tell it', async () => {
    expect((await update({ max_users: 1 })).body).toMatchObject({ max_users: 1 })
    const email = 'one-too-many@example.com'
    await kit.signIn('first@example.com')
    const authenticate = async () => {
      const init = await kit.call(api.email.init, { body: { email } })
      if (init.status !== 200) return init
      const code = await kit.mailbox.codeFor(email)
      return kit.call(api.email.authenticate, { body: { email, code } })
    }
    expect((await authenticate()).body.code).toBe('max_accounts_reached')
    expect((await kit.call(api.app.config, params())).body).not.toHaveProperty('max_users')

    expect((await update({ max_users: null })).body).toMatchObject({ max_users: null })
    expect((await authenticate()).status).toBe(200)
  })

  test.each([0, -1, 1.5, 3_000_000_000, '5'])(
    'error: %j is not a limit of users',
    async (limit) => {
      const { status, body } = await update({ max_users: limit })
      expect([status, body.code]).toEqual([400, 'invalid_data'])
    },
  )

  test('error: without the secret', async () => {
    const answer = await kit.call(api.adminApp.get, {})
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials'])
  })
})
