import { api } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  createOAuthVisits,
  createTestKit,
  northwind,
  northwindSettings,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

const issuer = 'https://id.northwind.example'
const discoveryUrl = `${issuer}/.well-known/openid-configuration`
let kit: TestKit
let visits: OAuthVisits
/** Answers in place of the simulator's, by URL. */
const replaced = new Map<string, unknown>()
/** Lets every provider wait for the end of the request. */
let silent = false
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const simulated = simulatedOutbound(simulator)
  kit = await createTestKit({
    deps: {
      outbound: async (request) => {
        if (silent) return untilAborted(request.signal)
        return replaced.has(request.url)
          ? { status: 200, json: replaced.get(request.url) }
          : simulated(request)
      },
    },
  })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
})
afterEach(() => {
  replaced.clear()
  silent = false
})
afterAll(() => kit.close())

const save = (
  custom: object | undefined,
  { provider = northwind, app = kit }: { provider?: string; app?: typeof owner } = {},
) =>
  kit.call(
    api.adminOAuth.set,
    {
      params: { provider: provider as typeof northwind },
      body: { client_id: 'acme', client_secret: 'sandbox-secret', custom } as never,
    },
    { appId: app.appId, secret: app.appSecret },
  )
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Aborted')))
  })
const owner = { appId: '', appSecret: '' }
const addApp = async () => {
  const app = await kit.addApp()
  await visits.configure(app)
  return app
}
const discovered = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
}

describe('login at a provider that the app has added', () => {
  test('signs up once and logs in from then on, with the profile', async () => {
    const first = await visits.login(northwind)
    const second = await visits.login(northwind)
    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.linked_accounts).toEqual([
      {
        type: northwind,
        subject: expect.stringMatching(/^\d+$/),
        name: 'Ada',
        username: 'ada',
        email: 'ada@example.com',
        verified_at: expect.any(Number),
        first_verified_at: expect.any(Number),
        latest_verified_at: expect.any(Number),
      },
    ])
  })

  test('a back end imports users with accounts of the provider, and other ones are refused', async () => {
    const app = await addApp()
    const options = { appId: app.appId, secret: app.appSecret }
    const importUser = (account: object, by = options) =>
      kit.call(api.users.import, { body: { linked_accounts: [account] as never } }, by)
    const [login] = (await visits.login(northwind)).body.user?.linked_accounts ?? []
    if (login?.type !== northwind) throw new Error('The login has no account of the provider')
    const account = { type: northwind, subject: login.subject, username: 'ada' }

    const imported = await importUser(account)

    expect([imported.status, imported.body.linked_accounts]).toEqual([
      200,
      [expect.objectContaining(account)],
    ])
    const again = await importUser(account)
    expect(again.body.code).toBe('linked_to_another_user')
    const foreign = await importUser({ ...account, type: 'custom:other' })
    expect([foreign.status, foreign.body.code, foreign.body.error]).toEqual([
      400,
      'invalid_data',
      'The app has no provider custom:other',
    ])
    const empty = await importUser({ ...account, subject: '' })
    expect([empty.status, empty.body.error]).toEqual([400, 'subject must have 1 to 256 characters'])
    const misspelt = await importUser({ ...account, type: 'custom:A/b' })
    expect(misspelt.body.code).toBe('invalid_data')
  })

  test.each(['wrong-audience', 'wrong-issuer', 'wrong-nonce', 'expired', 'unsigned', 'no-subject'])(
    'OAU-15 OAU-16 OAU-13: error: %s',
    async (mode) => {
      const { status, body } = await visits.login(northwind, { mode })
      expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    },
  )

  test.each(['down', 'garbage'])('error: the provider is %s', async (mode) => {
    const { status, body } = await visits.login(northwind, { mode })
    expect([status, body.code]).toEqual([503, 'internal_error'])
  })

  test('OAU-13: error: user information about another user', async () => {
    replaced.set(`${issuer}/userinfo`, { sub: '12345', email: 'victim@example.com' })
    const { status, body } = await visits.login(northwind)
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
  })

  test('OAU-04: error: an answer that names another issuer', async () => {
    const started = await visits.start(northwind)
    const back = await visits.visit(started)
    const evil = { ...back, url: `${back.url}&iss=https%3A%2F%2Fevil.example` }
    const { searchParams } = new URL(String((await visits.callBack(evil)).headers.location))
    const code = searchParams.get('privy_oauth_code') ?? ''
    const { body } = await visits.redeem(started, { code, state: started.state })
    expect(body.code).toBe('invalid_credentials')
  })

  test('OAU-17: the same subject at two providers is two users', async () => {
    const app = await kit.addApp({ settings: { github_oauth: true } })
    await visits.configure(app)
    const { appId } = app
    const custom = await visits.login(northwind, { name: 'Same', appId })
    const [account] = custom.body.user?.linked_accounts ?? []
    const subject = account && 'subject' in account ? account.subject : ''
    replaced.set('https://api.github.com/user', { id: Number(subject), login: 'same' })
    const github = await visits.login('github', { name: 'Same', appId })
    expect(github.body.user?.linked_accounts).toMatchObject([{ subject }])
    expect(github.body.user?.id).not.toBe(custom.body.user?.id)
  })

  test('OAU-23: error: a provider that never answers ends the login at the deadline', async () => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const started = await visits.start(northwind)
    silent = true
    const login = visits.returned(started)
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(5_000))
    deadline.abort()
    const returned = await login
    timeout.mockRestore()
    const { status, body } = await visits.redeem(started, returned)
    expect([status, body.code]).toEqual([503, 'internal_error'])
  })

  test('a claim of the app’s choice fills a field, and an own profile is a session’s login method', async () => {
    const app = await addApp()
    await save({ ...northwindSettings, claims: { username: 'name' } }, { app })
    const { body } = await visits.login(northwind, { appId: app.appId, name: 'Ada L' })
    expect(body.user?.linked_accounts).toMatchObject([{ username: 'Ada L', name: 'Ada L' }])
    const rows = await kit.db
      .selectFrom('session')
      .select('amr')
      .where('app_id', '=', app.appId)
      .execute()
    expect(rows).toEqual([{ amr: [northwind, expect.stringMatching(/^by:/), 'grant'] }])
  })

  test('error: a provider that is off, and one that the app has not added', async () => {
    const app = await addApp()
    await save({ ...northwindSettings, enabled: false }, { app })
    const where = { appId: app.appId }
    expect((await visits.init(northwind, where)).body.code).toBe('disallowed_login_method')
    const body = { provider: 'custom:other' }
    expect((await visits.init(northwind, { ...where, body })).body.code).toBe(
      'disallowed_login_method',
    )
  })

  test('a notice about it names the provider', async () => {
    const { token } = await kit.signIn('notice@example.com')
    expect((await visits.link(northwind, token, { name: 'Notice' })).status).toBe(200)
    await kit.deliverNotices()
    expect(kit.mailbox.mails.at(-1)?.text).toContain('A Northwind ID account was added')
  })
})

describe('adding a provider', () => {
  test('clients are told its name, and never its issuer or secret', async () => {
    const { body } = await kit.call(api.app.config, { params: { app_id: kit.appId } })
    expect(body.custom_oauth_providers).toEqual([
      {
        provider: northwind,
        enabled: true,
        provider_display_name: 'Northwind ID',
        provider_icon_url: null,
      },
    ])
  })

  test('the owner reads its settings, without the secret', async () => {
    const { body } = await kit.call(api.adminOAuth.list, {}, { secret: kit.appSecret })
    expect(body.providers.at(-1)).toEqual({
      provider: northwind,
      client_id: `sandbox-${northwind}`,
      team_id: null,
      key_id: null,
      return_tokens: false,
      has_secret: true,
      callback_url: `http://localhost:4400/api/v1/oauth/callback/${northwind}`,
      custom: northwindSettings,
    })
  })

  test.each([
    ['without an issuer', undefined, 'Please specify custom'],
    ['without the scope openid', { ...northwindSettings, scopes: ['email'] }, 'openid'],
    ['with a script as icon', { ...northwindSettings, icon_url: 'javascript:1' }, 'icon_url'],
    ['with http', { ...northwindSettings, issuer: 'http://id.example' }, 'issuer must be'],
    ['with a password', { ...northwindSettings, issuer: 'https://a:b@id.example' }, 'issuer must'],
    ['that cannot be read', { ...northwindSettings, issuer: 'https://none.example' }, 'cannot be'],
  ])('error: %s', async (_name, custom, reason) => {
    const { status, body } = await save(custom)
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(body.error).toContain(reason)
  })

  test.each([
    ['another issuer', { issuer: 'https://evil.example' }, 'another issuer'],
    ['a token endpoint without https', { token_endpoint: 'http://id.example/t' }, 'token_endpoint'],
    ['no keys', { jwks_uri: undefined }, 'jwks_uri'],
    ['no secret', { token_endpoint_auth_methods_supported: ['none'] }, 'client_secret_basic'],
  ])('OAU-15: error: a discovery document with %s', async (_name, change, reason) => {
    replaced.set(discoveryUrl, { ...discovered, ...change })
    const { status, body } = await save(northwindSettings)
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(body.error).toContain(reason)
  })

  test('error: a name that is not one, and settings of an issuer for a known provider', async () => {
    for (const provider of ['custom:', 'custom:A', `custom:${'a'.repeat(41)}`, 'custom:a/b']) {
      expect(
        (await save(northwindSettings, { provider: encodeURIComponent(provider) })).status,
      ).toBe(400)
    }
    const known = await save(northwindSettings, { provider: 'google' })
    expect([known.status, known.body.code]).toEqual([400, 'invalid_data'])
  })

  test('a development app may name an issuer on its own machine', async () => {
    const local = 'http://localhost:8080/realms/acme'
    replaced.set(`${local}/.well-known/openid-configuration`, {
      issuer: local,
      authorization_endpoint: `${local}/auth`,
      token_endpoint: `${local}/token`,
      jwks_uri: `${local}/certs`,
    })
    const custom = { ...northwindSettings, issuer: local }
    expect((await save(custom, { provider: 'custom:keycloak' })).status).toBe(200)
    const production = await kit.addApp({ environment: 'production' })
    expect((await save(custom, { app: production })).body.code).toBe('invalid_data')
  })

  test('OAU-17: error: another issuer while users have accounts, even after it was removed', async () => {
    const app = await addApp()
    const { appId } = app
    await visits.login(northwind, { appId })
    const other = 'https://other.example'
    replaced.set(`${other}/.well-known/openid-configuration`, { ...discovered, issuer: other })
    const custom = { ...northwindSettings, issuer: other }
    expect((await save(custom, { app })).body.code).toBe('invalid_data')

    const where = { appId, secret: app.appSecret }
    await kit.call(api.adminOAuth.remove, { params: { provider: northwind } }, where)
    expect((await visits.init(northwind, { appId })).body.code).toBe('disallowed_login_method')
    expect((await save(custom, { app })).body.code).toBe('invalid_data')
    expect((await save(northwindSettings, { app })).status).toBe(200)
    expect((await visits.login(northwind, { appId })).body.is_new_user).toBe(false)
  })
})
