import { api, isBuiltLogin, loginSwitches } from '@sallyport/contract'
import { createTestKit, storeSettings, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApps } from './registry.js'

let kit: TestKit
let production: { appId: string; appSecret: string }
beforeAll(async () => {
  kit = await createTestKit()
  production = await kit.addApp({ environment: 'production' })
})
afterAll(() => kit.close())

const update = (body: object, { appId, appSecret } = production) =>
  kit.call(api.adminApp.update, { body }, { appId, secret: appSecret })

describe('addresses that users’ browsers open', () => {
  const names = ['icon_url', 'logo_url', 'terms_and_conditions_url', 'privacy_policy_url']
  const hostile = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'http://a.example/x.png',
    '//a.example',
  ]

  test.each(names)('V15: error: a script, a file or plain http as %s', async (name) => {
    for (const value of hostile) {
      const { status, body } = await update({ [name]: value })
      expect([value, status, body.code]).toEqual([value, 400, 'invalid_data'])
      expect(JSON.stringify(body)).toContain(name)
    }
    for (const value of ['https://a.example/x', null]) {
      expect((await update({ [name]: value })).status).toBe(200)
    }
  })

  test('a picture may be in the address itself', async () => {
    const icon_url = 'data:image/svg+xml;base64,PHN2Zy8+'
    expect((await update({ icon_url })).status).toBe(200)
  })
})

describe('text messages on a server that sends none', () => {
  test('V15: error: neither login nor factor can be switched on', async () => {
    const sms = { ...kit.phones, isConfigured: false }
    const other = await createTestKit({ deps: { channels: { sms } } })
    const options = { secret: other.appSecret }
    for (const body of [{ mfa_methods: ['totp', 'sms'] as const }, { sms_auth: true }]) {
      const answer = await other.call(api.adminApp.update, { body: body as never }, options)
      expect([answer.status, answer.body.code]).toEqual([400, 'not_supported'])
    }
    const off = { mfa_methods: ['totp' as const], sms_auth: false }
    expect((await other.call(api.adminApp.update, { body: off }, options)).status).toBe(200)
    await other.close()
  })
})

describe('allowed domains of a production app', () => {
  const refused = [
    ['https://*.vercel.app', 'anyone can get a name below vercel.app'],
    ['https://*.co.uk', 'anyone can get a name below co.uk'],
    ['https://*.github.io', 'anyone can get a name below github.io'],
    ['https://*.foo.ck', 'anyone can get a name below foo.ck'],
    ['https://*.10.0.0.1', 'an IP address'],
    ['http://app.example.com', 'https'],
    ['http://*.example.com', 'https'],
    ['http://localhost:5173', 'this machine'],
    ['https://localhost', 'this machine'],
    ['https://demo.localhost', 'this machine'],
    ['https://127.0.0.1', 'this machine'],
    ['https://127.9.9.9:8443', 'this machine'],
  ] as const

  test.each(refused)('T-13: error: %s is refused when it is set', async (domain, reason) => {
    const { status, body } = await update({ allowed_domains: ['https://ok.example', domain] })

    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(JSON.stringify(body)).toContain(reason)
    const settings = { allowed_domains: [domain] }
    await expect(kit.addApp({ environment: 'production', settings })).rejects.toThrow(reason)
  })

  test.each(refused)('T-13: error: %s is refused as an embedder too', async (domain, reason) => {
    const { status, body } = await update({ allowed_embedders: ['https://ok.example', domain] })

    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(JSON.stringify(body)).toContain(reason)
  })

  test('an embedder is stored as an origin, and taken away again', async () => {
    const allowed_embedders = ['web.telegram.org', 'https://*.example.co.uk']
    const { body } = await update({ allowed_embedders })
    expect(body.allowed_embedders).toEqual(['https://web.telegram.org', 'https://*.example.co.uk'])
    expect((await update({ allowed_embedders: [] })).body.allowed_embedders).toEqual([])
  })

  test('error: an embedder with a path', async () => {
    const { status, body } = await update({ allowed_embedders: ['https://web.telegram.org/k/'] })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(JSON.stringify(body)).toContain('allowed embedder')
  })

  test.each(['https://my-app.vercel.app', 'https://*.example.co.uk', 'https://10.0.0.5:8443'])(
    'T-13: %s is accepted',
    async (domain) => {
      expect((await update({ allowed_domains: [domain] })).body.allowed_domains).toEqual([domain])
    },
  )

  test('T-13: a development app may list any of them', async () => {
    const { status } = await update({ allowed_domains: refused.map(([domain]) => domain) }, kit)
    expect(status).toBe(200)
  })

  test('T-13: one that is stored already allows nothing', async () => {
    const domains = ['https://*.vercel.app', 'http://app.example.com', 'https://good.example']
    const { appId } = await kit.addApp({ environment: 'production' })
    await storeSettings(kit, { appId, settings: { allowed_domains: domains } })
    const ask = (origin: string) =>
      kit.call(api.app.config, { params: { app_id: appId } }, { appId, origin })
    // The registry of a production server: preflights name no app.
    const apps = createApps(kit.deps)

    for (const origin of ['https://evil.vercel.app', 'http://app.example.com']) {
      expect((await ask(origin)).body.code).toBe('invalid_origin')
      expect(await apps.allowOrigin(origin)).toBe(false)
    }
    expect((await ask('https://good.example')).status).toBe(200)
    expect(await apps.allowOrigin('https://good.example')).toBe(true)
  })
})

describe('settings this server does not enforce', () => {
  const unbuilt = loginSwitches.filter((name) => !isBuiltLogin(name))
  const wallets = {
    create_on_login: 'off',
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  }
  test.each([
    ...unbuilt.map((name) => ({ [name]: true })),
    { legacy_wallet_ui_config: true },
    { embedded_wallet_config: { ...wallets, mode: 'user-controlled-server-wallets-only' } },
  ])('T-14: error: %j is not supported', async (change) => {
    const { status, body } = await update(change)
    expect([status, body.code]).toEqual([400, 'not_supported'])
  })

  test.each(['require_user_owned_recovery_on_create', 'require_user_password_on_create'])(
    'error: %s without a recovery to choose; with one it is taken',
    async (name) => {
      const required = { ...wallets, [name]: true }
      const refused = await update({ embedded_wallet_config: required })
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_data'])
      const offered = { ...required, user_owned_recovery_options: ['user-passcode'] }
      expect((await update({ embedded_wallet_config: offered })).status).toBe(200)
    },
  )

  test('T-14: the same settings may be switched off, and what is built switched on', async () => {
    const off = Object.fromEntries(unbuilt.map((name) => [name, false]))
    const { status } = await update({
      ...off,
      captcha_enabled: false,
      mfa_methods: ['totp', 'sms', 'passkey'],
      email_auth: true,
      guest_auth: true,
      embedded_wallet_config: wallets,
    })
    expect(status).toBe(200)
  })

  test('T-14: error: a new app cannot have them either', async () => {
    await expect(kit.addApp({ settings: { legacy_wallet_ui_config: true } })).rejects.toMatchObject(
      {
        code: 'not_supported',
        message: expect.stringContaining('legacy_wallet_ui_config'),
      },
    )
  })
})

describe('URL schemes of native apps', () => {
  test('are stored as schemes', async () => {
    const { body } = await update({ allowed_native_app_url_schemes: ['Acme://', 'com.acme:'] })
    expect(body.allowed_native_app_url_schemes).toEqual(['acme', 'com.acme'])
  })

  test.each(['https', 'javascript:', 'data', 'a b', ''])('OAU-09: error: %j', async (scheme) => {
    const { status, body } = await update({ allowed_native_app_url_schemes: [scheme] })
    expect([status, body.code]).toEqual([400, 'invalid_app_url_scheme_configuration'])
  })
})

describe('ids of native apps', () => {
  test('are stored as they are', async () => {
    const ids = ['com.acme.app', 'com.acme.app-beta']
    expect((await update({ allowed_native_app_ids: ids })).body.allowed_native_app_ids).toEqual(ids)
  })

  test.each(['', 'com acme', 'https://acme.example', '*'])('error: %j', async (id) => {
    const { status, body } = await update({ allowed_native_app_ids: [id] })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })
})

describe('the project id of WalletConnect', () => {
  const id = '0123456789abcdef0123456789abcdef'

  test('is told to clients', async () => {
    await update({ wallet_connect_cloud_project_id: id }, kit)
    const { appId } = kit
    const { body } = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    expect(body.wallet_connect_cloud_project_id).toBe(id)
  })

  test('error: another text', async () => {
    const { body } = await update({ wallet_connect_cloud_project_id: id.slice(1) })
    expect(body.code).toBe('invalid_data')
  })
})

describe("an app's name", () => {
  test.each(['', ' ', '=?utf-8?q?Evil?=', 'Acme\u202egnp', 'Ac\u200bme', 'Acme\nBcc: a@b.example'])(
    'T-40: error: %j is refused',
    async (name) => {
      const { status, body } = await update({ name })
      expect([status, body.code]).toEqual([400, 'invalid_data'])
    },
  )

  test('T-40: one that is stored already is cleaned before clients and mails get it', async () => {
    const { appId } = await kit.addApp()
    const name = '=?utf-8?q?Evil?= Acme\u202egnp'
    await storeSettings(kit, { appId, settings: { name } })

    const { body } = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    await kit.call(api.email.init, { body: { email: 'named@example.com' } }, { appId })

    expect(body.name).toBe('Acme gnp')
    expect(kit.mailbox.mails.at(-1)?.fromName).toBe('Acme gnp')
  })
})

describe('a new app', () => {
  test('takes guests in development; in production its owner switches them on', async () => {
    const read = async ({ appId, appSecret }: { appId: string; appSecret: string }) =>
      (await kit.call(api.adminApp.get, {}, { appId, secret: appSecret })).body.guest_auth

    expect(await read(kit)).toBe(true)
    expect(await read(await kit.addApp({ environment: 'production' }))).toBe(false)
  })
})
