import { createHash } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  createIssuer,
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  type StartedLogin,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const bundleId = 'com.acme.app'
const settings = {
  google_oauth: true,
  apple_oauth: true,
  github_oauth: true,
  allowed_native_app_ids: [bundleId],
  allowed_native_app_url_schemes: ['acme'],
}
let kit: TestKit
let visits: OAuthVisits
const signer = createIssuer({ nowMs: () => kit.clock.nowMs(), alg: 'RS256' })
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  kit = await createTestKit({ app: { settings }, deps: { outbound: simulatedOutbound(simulator) } })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
  for (const url of [
    'https://www.googleapis.com/oauth2/v3/certs',
    'https://appleid.apple.com/auth/keys',
  ]) {
    kit.outside.serve(url, { keys: [signer.jwk] })
  }
})
afterAll(() => kit.close())

type Native = 'apple' | 'google'
const usual: Record<Native, object> = {
  apple: { iss: 'https://appleid.apple.com', aud: bundleId, email: 'ada@example.com' },
  google: {
    iss: 'https://accounts.google.com',
    aud: 'sandbox-google',
    email: 'ada@example.com',
    name: 'Ada',
  },
}
const nonceOf = ({ url }: StartedLogin) => String(new URL(url).searchParams.get('nonce'))
const start = (provider: Native | 'github' = 'apple') =>
  visits.init(provider, { body: { redirect_to: 'acme://login' } }).then(({ started }) => started)
const tokenFor = (started: StartedLogin, claims: object = {}, provider: Native = 'apple') =>
  signer.issue({ sub: 'native-1', nonce: nonceOf(started), ...usual[provider], ...claims })
const redeem = (started: StartedLogin, token: string, body: object = {}) =>
  visits.redeem(
    started,
    { code: token, state: started.state },
    { body: { code_type: 'raw', ...body } },
  )

describe.each(['apple', 'google'] as const)('an identity token of the SDK of %s', (provider) => {
  test('logs in the user of the web login with the same subject', async () => {
    const started = await start(provider)
    const { body } = await redeem(started, tokenFor(started, { sub: `n-${provider}` }, provider))
    expect(body.user?.linked_accounts).toMatchObject([
      { type: `${provider}_oauth`, subject: `n-${provider}`, email: 'ada@example.com' },
    ])
    const again = await start(provider)
    const claims = { sub: `n-${provider}`, nonce: undefined }
    const second = await redeem(again, tokenFor(again, claims, provider))
    expect([second.body.user?.id, second.body.is_new_user]).toEqual([body.user?.id, false])
  })

  test('counts once, in any login', async () => {
    const first = await start(provider)
    const token = tokenFor(first, { nonce: undefined }, provider)
    const second = await start(provider)
    expect((await redeem(first, token)).status).toBe(200)
    expect((await redeem(second, token)).body.code).toBe('token_already_used')
    expect((await redeem(first, tokenFor(first, {}, provider))).body.code).toBe(
      'oauth_state_mismatch',
    )
  })
})

test('iOS apps pass the nonce as SHA-256, and the state of the URL', async () => {
  const started = await start()
  const nonce = createHash('sha256').update(nonceOf(started)).digest('hex')
  const state = String(new URL(started.url).searchParams.get('state'))
  const { status } = await redeem(started, tokenFor(started, { nonce }), { state_code: state })
  expect(status).toBe(200)
})

test('links the account to the logged-in user', async () => {
  const { user, token } = await kit.signIn('native@example.com')
  const { started } = await visits.init('apple', { token })
  const body = {
    authorization_code: tokenFor(started, { sub: 'linked' }),
    state_code: started.state,
    code_verifier: started.verifier,
    code_type: 'raw' as const,
  }
  const headers = { cookie: started.cookie }
  const answer = await kit.call(api.oauth.link, { body }, { token, headers })
  expect(answer.body).toMatchObject({ id: user.id, linked_accounts: [{}, { subject: 'linked' }] })
})

describe('refusals', () => {
  test.each([
    ['for another app', { aud: 'com.evil.app' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['with the nonce of another login', { nonce: 'x' }],
    ['that has expired', { exp: 1 }],
    ['without a subject', { sub: null }],
  ])('OAU-15 OAU-16: error: a token %s', async (_name, claims) => {
    const started = await start()
    const { status, body } = await redeem(started, tokenFor(started, claims))
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
  })

  test('error: a code in place of a token, and a token in place of a code', async () => {
    const started = await start()
    expect((await redeem(started, 'code')).body.code).toBe('invalid_credentials')
    const token = tokenFor(started)
    const { body } = await redeem(started, token, { code_type: undefined })
    expect(body.code).toBe('oauth_state_mismatch')
  })

  test('OAU-01 OAU-03 OAU-06: error: another state, another browser, another verifier', async () => {
    const [started, other] = [await start(), await start()]
    const token = tokenFor(started)
    const codeOf = async (body: object) => (await redeem(started, token, body)).body.code
    expect(await codeOf({ state_code: 'never issued' })).toBe('oauth_state_mismatch')
    expect(await codeOf({ state_code: other.state })).toBe('oauth_state_mismatch')
    expect(await codeOf({ code_verifier: 'a'.repeat(43) })).toBe('invalid_pkce_parameters')
    expect((await redeem(started, token)).status).toBe(200)
  })

  test('error: a provider without a native SDK', async () => {
    const started = await start('github')
    const token = signer.issue({ sub: '1' })
    expect((await redeem(started, token)).body.code).toBe('not_supported')
  })

  test('OAU-09: error: a URL scheme that the app does not list', async () => {
    const { body } = await visits.init('apple', { body: { redirect_to: 'evil://login' } })
    expect(body.code).toBe('invalid_app_url_scheme_configuration')
  })

  test('error: a native app that the app does not list', async () => {
    const headers = { 'x-native-app-identifier': 'com.evil.app' }
    const { status, body } = await visits.init('apple', { origin: null, headers } as never)
    expect([status, body.code]).toEqual([403, 'invalid_native_app_id'])
  })
})
