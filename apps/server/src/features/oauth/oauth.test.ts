import { api, type OAuthProvider, oauthProviders } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const settings = Object.fromEntries(oauthProviders.map((name) => [`${name}_oauth`, true]))
let kit: TestKit
let visits: OAuthVisits
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const outbound = simulatedOutbound(simulator)
  kit = await createTestKit({ app: { settings }, deps: { outbound } })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
})
afterAll(() => kit.close())

const countSessions = async () => (await kit.db.selectFrom('session').select('id').execute()).length
const profiles: Record<OAuthProvider, object> = {
  google: { email: 'ada@example.com', name: 'Ada' },
  twitter: { username: 'ada', name: 'Ada', profile_picture_url: expect.stringContaining('https') },
  discord: { username: 'ada', email: 'ada@example.com' },
  github: { username: 'ada', name: 'Ada', email: 'ada@example.com' },
  spotify: { email: 'ada@example.com', name: 'Ada' },
  instagram: { username: 'ada' },
  tiktok: { username: 'ada', name: 'Ada' },
  linkedin: { name: 'Ada', email: 'ada@example.com' },
  apple: { email: 'ada@example.com' },
  twitch: { username: 'ada' },
  line: {
    ...{ name: 'Ada', email: 'ada@example.com' },
    profile_picture_url: expect.stringContaining('https'),
  },
}
const withIdToken: OAuthProvider[] = ['google', 'linkedin', 'apple', 'twitch', 'line']

describe.each(oauthProviders)('login with %s', (provider) => {
  test('signs up once and signs in from then on, with the profile', async () => {
    const first = await visits.login(provider)
    const second = await visits.login(provider)

    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(first.body.user?.linked_accounts).toEqual([
      {
        type: `${provider}_oauth`,
        subject: expect.stringMatching(/^\d+$/),
        ...profiles[provider],
        verified_at: expect.any(Number),
        first_verified_at: expect.any(Number),
        latest_verified_at: expect.any(Number),
      },
    ])
  })

  test('cancelling at the provider returns to the app with the mark of it', async () => {
    const started = await visits.start(provider)
    const returned = await visits.returned(started, { decision: 'cancel' })
    expect(returned).toMatchObject({ code: 'undefined', state: started.state, provider })
    expect((await visits.redeem(started, returned)).body.code).toBe('oauth_state_mismatch')
  })

  test('error: a suspended account', async () => {
    const { status, body } = await visits.login(provider, { mode: 'suspended' })
    expect([status, body.code]).toEqual([403, 'oauth_account_suspended'])
  })

  test('OAU-13: error: an answer without a subject', async () => {
    const before = await countSessions()
    const { status, body } = await visits.login(provider, { mode: 'no-subject' })
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    expect(await countSessions()).toBe(before)
  })

  test.each(['down', 'garbage'])('error: the provider is %s', async (mode) => {
    const { status, body } = await visits.login(provider, { mode })
    expect([status, body.code]).toEqual([503, 'internal_error'])
  })

  test('OAU-02: error: a code that was used, and one after its minute', async () => {
    const started = await visits.start(provider)
    const returned = await visits.returned(started)
    expect((await visits.redeem(started, returned)).status).toBe(200)
    expect((await visits.redeem(started, returned)).body.code).toBe('token_already_used')

    const late = await visits.start(provider)
    const lateReturn = await visits.returned(late)
    kit.clock.advance(60_000)
    expect((await visits.redeem(late, lateReturn)).body.code).toBe('oauth_state_mismatch')
  })
})

describe.each(withIdToken)('the ID token of %s', (provider) => {
  const modes = ['wrong-audience', 'wrong-issuer', 'expired', 'unsigned']
  const refused = provider === 'linkedin' ? modes : [...modes, 'wrong-nonce']
  test.each(refused)('OAU-15 OAU-16: error: %s', async (mode) => {
    const { status, body } = await visits.login(provider, { mode })
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
  })
})

describe('V11: the allow list and an address that Google or Apple has not verified', () => {
  test.each(['google', 'apple'] as const)('%s', async (provider) => {
    const app = await kit.addApp({
      settings: { [`${provider}_oauth`]: true, allowlist_enabled: true },
    })
    await visits.configure(app)
    const entry = { type: 'email' as const, value: 'listed@example.com' }
    const params = { app_id: app.appId }
    const where = { appId: app.appId, secret: app.appSecret }
    await kit.call(api.admission.allow, { params, body: entry }, where)
    const login = async (mode: string) =>
      (await visits.login(provider, { name: 'listed', mode, appId: app.appId })).body.code

    expect(await login('unverified-email')).toBe('allowlist_rejected')
    expect(await login('normal')).toBeUndefined()
    expect(await login('unverified-email')).toBe('allowlist_rejected')
  })
})

describe('a profile without an email address', () => {
  test.each(['discord', 'github', 'spotify', 'linkedin', 'apple'] as const)(
    'of %s',
    async (provider) => {
      const { body } = await visits.login(provider, { name: 'No Mail', mode: 'no-email' })
      expect(body.user?.linked_accounts).toMatchObject([{ email: null }])
    },
  )

  test('error: of Google, whose accounts have one', async () => {
    const { body } = await visits.login('google', { name: 'No Mail', mode: 'no-email' })
    expect(body).toMatchObject({
      code: 'invalid_credentials',
      error: expect.stringContaining('email'),
    })
  })
})

describe('the start of a login', () => {
  test.each([
    ['missing', undefined, 'invalid_data'],
    ['//evil.example', '//evil.example', 'invalid_data'],
    ['\\\\evil.example', '\\\\evil.example', 'invalid_data'],
    ['a script', 'javascript:alert(1)', 'invalid_data'],
    ['data', 'data:text/html,x', 'invalid_data'],
    ['another host behind a user', 'https://app.com@evil.example', 'invalid_data'],
    ['a backslash before the host', 'https:\\\\localhost:4402', 'invalid_data'],
    ['a path', '/%2f%2fevil', 'invalid_data'],
    ['a page that is not listed', 'https://evil.example/', 'invalid_origin'],
    ['a scheme that is not listed', 'evil://x', 'invalid_app_url_scheme_configuration'],
  ])('OAU-09: error: redirect_to is %s', async (_name, redirect_to, code) => {
    const { body, status } = await visits.init('google', { body: { redirect_to } })
    expect([status, body.code]).toEqual([code === 'invalid_origin' ? 403 : 400, code])
    if (redirect_to === undefined) expect(body.error).toBe('Please provide a redirect_to value.')
  })

  test('an app’s own scheme, once it is listed', async () => {
    const app = await kit.addApp({
      settings: { ...settings, allowed_native_app_url_schemes: ['MyApp://'] },
    })
    await visits.configure(app)
    const { appId } = app
    const { status } = await visits.init('google', { appId, body: { redirect_to: 'myapp://back' } })
    expect(status).toBe(200)
  })

  test.each([
    ['no challenge', { code_challenge: undefined }],
    ['no state', { state_code: undefined }],
    ['method plain', { code_challenge_method: 'plain' }],
    ['a challenge of another length', { code_challenge: 'abc' }],
  ])('OAU-07: error: %s', async (_name, body) => {
    const answer = await visits.init('google', { body })
    expect(answer.body.code).toBe('invalid_pkce_parameters')
  })

  test.each(['facebook', 'privy:abc', '__proto__', ['google'], 7])(
    'OAU-12: error: provider %j',
    async (provider) => {
      const { status, body } = await visits.init('google', { body: { provider } })
      expect([status, body.code, body.error]).toEqual([
        400,
        'invalid_data',
        'Please specify a supported provider.',
      ])
    },
  )

  test('error: another app as the provider that does not know this one', async () => {
    const body = { provider: `privy:${'a'.repeat(25)}` }
    expect((await visits.init('google', { body })).body.code).toBe(
      'cross_app_connection_not_allowed',
    )
  })

  test('error: a provider that is off, and one without credentials', async () => {
    const off = await kit.addApp()
    const bare = await kit.addApp({ settings })
    const codeOf = async (appId: string) => (await visits.init('google', { appId })).body.code
    expect(await codeOf(off.appId)).toBe('disallowed_login_method')
    expect(await codeOf(bare.appId)).toBe('not_supported')
  })

  test('the provider gets a state, a challenge and a nonce of the server, never those of the client', async () => {
    const started = await visits.start('google')
    const { searchParams } = new URL(started.url)
    expect(searchParams.get('state')).not.toBe(started.state)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(started.url).not.toContain(started.verifier)
  })
})

describe('a page of an origin that the app does not list', () => {
  const origin = 'https://evil.example'

  test('OAU-24: error: starts no login, whichever page it returns to', async () => {
    const { appId } = await kit.addApp({ environment: 'production', settings })
    for (const redirect_to of [origin, 'https://app.example.com/']) {
      const { status, body } = await visits.init('google', { appId, origin, body: { redirect_to } })
      expect([status, body.code]).toEqual([403, 'invalid_origin'])
    }
  })

  test('OAU-24: error: redeems no code, and the code stays for the page that asked', async () => {
    const started = await visits.start('google')
    const returned = await visits.returned(started)
    const { status, body } = await visits.redeem(started, returned, {
      origin,
      headers: { cookie: started.cookie },
    })
    expect([status, body.code]).toEqual([403, 'invalid_origin'])
    expect((await visits.redeem(started, returned)).status).toBe(200)
  })
})

describe('the way back', () => {
  const callback = (provider: string, query: string) =>
    kit.server.inject(`/api/v1/oauth/callback/${provider}?${query}`)

  test('OAU-01: error: a state that was never issued', async () => {
    for (const query of ['state=x&code=y', 'code=y', 'state=x&state=z&code=y', '']) {
      const { statusCode, body } = await callback('google', query)
      expect([statusCode, JSON.parse(body).code]).toEqual([400, 'oauth_state_mismatch'])
    }
  })

  test('OAU-04: error: the answer of a provider with the state of another one', async () => {
    const started = await visits.start('google')
    const { url } = await visits.visit(started)
    const { body } = await kit.server.inject(url.replace('/google', '/github'))
    expect(JSON.parse(body).code).toBe('oauth_state_mismatch')
    // The login that was attacked goes on.
    expect((await kit.server.inject(url)).statusCode).toBe(303)
  })

  test('OAU-02: error: a state twice', async () => {
    const { url } = await visits.visit(await visits.start('google'))
    expect((await kit.server.inject(url)).statusCode).toBe(303)
    expect(JSON.parse((await kit.server.inject(url)).body).code).toBe('oauth_state_mismatch')
  })

  test('error: after ten minutes', async () => {
    const { url } = await visits.visit(await visits.start('google'))
    kit.clock.advance(600_000)
    expect((await kit.server.inject(url)).statusCode).toBe(400)
  })

  test('error: an issuer that is not the provider’s (RFC 9207)', async () => {
    const { url } = await visits.visit(await visits.start('google'))
    expect((await kit.server.inject(`${url}&iss=https://evil.example`)).statusCode).toBe(400)
  })

  test('a person sees a page that says what to do', async () => {
    const { headers, body } = await kit.server.inject({
      url: '/api/v1/oauth/callback/google?state=x&code=y',
      headers: { accept: 'text/html' },
    })
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('start again')
  })
})

describe('redeeming a code', () => {
  const ready = async (provider: OAuthProvider = 'github') => {
    const started = await visits.start(provider)
    return { started, returned: await visits.returned(started) }
  }

  test.each([
    { authorization_code: undefined },
    { state_code: undefined },
    { authorization_code: '' },
  ])('OAU-11: error: %j', async (body) => {
    const { started, returned } = await ready()
    expect(await visits.redeem(started, returned, { body })).toMatchObject({
      status: 401,
      body: {
        code: 'invalid_credentials',
        error: 'Please specify authorization_code and state_code.',
      },
    })
  })

  test.each([
    ['42 characters', 'a'.repeat(42)],
    ['129 characters', 'a'.repeat(129)],
    ['another alphabet', `${'a'.repeat(42)}ä`],
    ['another verifier', 'a'.repeat(48)],
    ['none', undefined],
  ])('OAU-06: error: a verifier of %s', async (_name, code_verifier) => {
    const { started, returned } = await ready()
    const { body } = await visits.redeem(started, returned, { body: { code_verifier } })
    expect(body.code).toBe('invalid_pkce_parameters')
    expect((await visits.redeem(started, returned)).status).toBe(200)
  })

  test('OAU-03: error: the code and state of one browser in another', async () => {
    const { started, returned } = await ready()
    const other = await visits.start('github')
    const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
    const inOther = { headers: { cookie: other.cookie } }

    expect(await codeOf(visits.redeem(started, returned, inOther))).toBe('oauth_state_mismatch')
    expect(await codeOf(visits.redeem(other, { ...returned, state: other.state }))).toBe(
      'oauth_state_mismatch',
    )
  })

  test('error: the code of another app', async () => {
    const app = await kit.addApp({ settings })
    await visits.configure(app)
    const { started, returned } = await ready()
    const { body } = await visits.redeem(started, returned, { appId: app.appId })
    expect(body.code).toBe('oauth_state_mismatch')
  })

  test('of 50 requests at once exactly one logs in', async () => {
    const { started, returned } = await ready()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => visits.redeem(started, returned)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['token_already_used']))
  })

  test('OAU-17: the same subject at two providers is two users', async () => {
    const { body: spotify } = await visits.login('spotify')
    const [account] = spotify.user?.linked_accounts ?? []
    const subject = account && 'subject' in account ? account.subject : ''
    const stranger = await kit.signIn('same-subject@example.com')
    await kit.db
      .insertInto('linked_account')
      .values({
        app_id: kit.appId,
        user_id: stranger.user.id.replace('did:privy:', ''),
        type: 'google_oauth',
        key: subject,
        data: JSON.stringify({ subject, email: 'same-subject@example.com', name: null }),
        first_verified_at: 1,
        latest_verified_at: 1,
      })
      .execute()
    const { body: again } = await visits.login('spotify')
    expect(again.user?.id).toBe(spotify.user?.id)
  })

  test('OAU-18: an email address of a profile does not log in the user of that address', async () => {
    const mailUser = await kit.signIn('merge@example.com')
    const { body } = await visits.login('discord', { name: 'merge' })
    expect(body.user?.id).not.toBe(mailUser.user.id)
  })
})

describe('linking', () => {
  test.each(oauthProviders)('links %s, logs in by it, and unlinks it again', async (provider) => {
    const { user, token } = await kit.signIn(`link-${provider}@example.com`)
    const { status, body } = await visits.link(provider, token, { name: 'Linked' })
    expect(status).toBe(200)
    const account = body.linked_accounts.find(({ type }) => type === `${provider}_oauth`)
    const subject = account && 'subject' in account ? account.subject : ''
    const again = await visits.login(provider, { name: 'Linked' })
    expect(again.body.user?.id).toBe(user.id)

    const unlinked = await kit.call(api.oauth.unlink, { body: { provider, subject } }, { token })
    expect(unlinked.body.linked_accounts).toMatchObject([{ type: 'email' }])
    const after = await visits.login(provider, { name: 'Linked' })
    expect(after.body.user?.id).not.toBe(user.id)
  })

  test('OAU-21: error: the link of one user completed with the session of another, or as a login', async () => {
    const [a, b] = [
      await kit.signIn('oau21-a@example.com'),
      await kit.signIn('oau21-b@example.com'),
    ]
    const started = await visits.start('google', { token: a.token })
    const returned = await visits.returned(started, { name: 'Twentyone' })
    const body = {
      authorization_code: returned.code,
      state_code: returned.state,
      code_verifier: started.verifier,
    }
    const headers = { cookie: started.cookie }
    const asB = await kit.call(api.oauth.link, { body }, { token: b.token, headers })
    const asLogin = await visits.redeem(started, returned)
    expect([asB.body.code, asLogin.body.code]).toEqual(Array(2).fill('oauth_state_mismatch'))
    expect((await kit.call(api.oauth.link, { body }, { token: a.token, headers })).status).toBe(200)
  })

  test('error: a login that was started without a session is not a link', async () => {
    const { token } = await kit.signIn('login-as-link@example.com')
    const started = await visits.start('google')
    const { code, state } = await visits.returned(started)
    const body = {
      authorization_code: code,
      state_code: state,
      code_verifier: started.verifier,
    }
    const headers = { cookie: started.cookie }
    const answer = await kit.call(api.oauth.link, { body }, { token, headers })
    expect(answer.body.code).toBe('oauth_state_mismatch')
  })

  test('OAU-18: an account of another user is offered for a transfer, which moves it once', async () => {
    const other = await visits.login('discord', { name: 'Moved' })
    const { user, token } = await kit.signIn('transfer@example.com')
    const refused = await visits.link('discord', token, { name: 'Moved' })
    expect(refused.body.code).toBe('account_transfer_required')
    const { nonce, otherUser } = Object(refused.body.data)
    const body = { nonce, userInfo: otherUser.oAuthUserInfo }
    const moved = await kit.call(api.oauth.transfer, { body }, { token })

    expect(moved.body.id).toBe(user.id)
    expect((await visits.login('discord', { name: 'Moved' })).body.user?.id).toBe(user.id)
    expect(other.body.user?.id).not.toBe(user.id)
    const again = await kit.call(api.oauth.transfer, { body }, { token })
    expect([again.status, again.body.code]).toEqual([422, 'invalid_credentials'])
  })

  test('the sole account cannot be unlinked', async () => {
    const { body } = await visits.login('twitch', { name: 'Sole' })
    const [account] = body.user?.linked_accounts ?? []
    const subject = account && 'subject' in account ? account.subject : ''
    const unlink = { body: { provider: 'twitch', subject } } as const
    const answer = await kit.call(api.oauth.unlink, unlink, { token: String(body.token) })
    expect(answer.body.code).toBe('cannot_unlink_sole_account')
  })
})
