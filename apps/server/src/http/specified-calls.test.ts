import { api, defaultPrefixes, headers, type Route, type RouteAuth } from '@sallyport/contract'
import { createTestKit, specifiedCalls, type TestKit, testOrigin } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { sms_auth: true } } })
})
afterAll(() => kit.close())

const routes = new Map<string, Route>(
  Object.values(api).flatMap((group) =>
    Object.values<Route>(group).flatMap((route) =>
      (route.prefixes ?? defaultPrefixes).map((prefix): [string, Route] => [
        `${route.method} ${prefix}${route.path.replaceAll(/\{\w+\}/g, '{}')}`,
        route,
      ]),
    ),
  ),
)
/** A call as the routes name it: under a prefix, unless its path has one. */
const under = (prefix: string, call: string) =>
  call.includes(' /api/') ? call : call.replace(' ', ` ${prefix}`)
const kinds: Record<RouteAuth, 'A' | 'U' | 'S' | 'none'> = {
  none: 'none',
  app: 'A',
  'any-app': 'A',
  user: 'U',
  frame: 'U',
  'wallet-page': 'A',
  'user-or-frame': 'U',
  secret: 'S',
}

/** Calls of our own, which the specification does not list. */
const own = [
  'POST /cross_app/logins/refuse',
  'POST /cross_app/logins/describe',
  'POST /cross_app/sites/describe',
  'POST /cross_app/sites/connect',
  'POST /cross_app/requests/open',
  'GET /cross_app/grants',
  'POST /cross_app/grants/revoke',
  'GET /users/me/sessions',
  'POST /users/me/sessions/revoke',
  'GET /users/me/activity',
  'GET /apps/{}/audit_events',
  'POST /guest/init',
  'POST /login_link/status',
  'POST /login_link/authenticate',
  'POST /login_link/read',
  'POST /login_link/approve',
  'POST /confirmations/describe',
  'POST /confirmations/confirm',
  'POST /mfa/recovery_codes/init',
  'POST /mfa/recovery_codes/verify',
  'GET /mfa/reset',
  'POST /mfa/reset/init',
  'POST /mfa/reset/cancel',
  'POST /mfa/reset/cancel_by_link',
  'POST /account_changes/undo',
  'GET /wallets/delegations',
  'POST /passkeys/rename',
  'GET /apps/{}/webauthn.json',
  'GET /apps/{}/webhooks/jwks.json',
  'POST /users/batch',
  'GET /apps/{}/denylist',
  'POST /apps/{}/denylist',
  'DELETE /apps/{}/denylist',
  'POST /apps/{}/test_credentials',
  'DELETE /apps/{}/test_credentials/{}',
]
/** Calls of the pages of the auth origin and of programs of users, which public clients never make. */
const ofFrame = / \/(?:embedded_wallets|approvals|device)/
/** The wallet API beyond `POST /wallets`, which the specification names without its paths: its contract lists them. */
const ofWalletApi = new Set<string>(
  [
    api.serverWallets,
    api.walletActions,
    api.keyQuorums,
    api.policies,
    api.aggregations,
    api.conditionSets,
    api.walletSettings,
    api.intents,
    api.transactions,
  ].flatMap((group) =>
    Object.values<Route>(group).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    ),
  ),
)

const built = Object.entries(specifiedCalls).flatMap(([name, call]) =>
  'later' in call ? [] : [{ name, ...call }],
)
const later = Object.entries(specifiedCalls).flatMap(([name, call]) =>
  'later' in call ? [{ name, ...call }] : [],
)

describe('calls of the specification', () => {
  test.each(built)('$name is served, for its caller', ({ name, auth }) => {
    for (const prefix of defaultPrefixes) {
      const route = routes.get(under(prefix, name))
      expect([name, route && kinds[route.auth]]).toEqual([name, auth])
    }
  })

  test('every other call is one of our own, and is named here', () => {
    const names = [...routes.keys()].flatMap((name) =>
      name.includes(' /api/v1/') ? [name.replace('/api/v1', '')] : [],
    )
    const others = names.filter(
      (name) =>
        !Object.hasOwn(specifiedCalls, name) && !ofFrame.test(name) && !ofWalletApi.has(name),
    )
    expect(others.sort()).toEqual([...own].sort())
  })

  test.each(built.filter(({ body }) => body !== undefined))(
    '$name takes every field of the wire reference',
    ({ name, body }) => {
      const { body: schema } = routes.get(under('/api/v1', name)) ?? {}
      const parsed = schema?.safeParse(body)
      expect([name, parsed?.error?.issues ?? []]).toEqual([name, []])
      expect(Object.keys(parsed?.data ?? {}).sort()).toEqual(Object.keys(body ?? {}).sort())
    },
  )

  test.each(later)('$name is refused until $later are built', async ({ name }) => {
    for (const prefix of defaultPrefixes) {
      const [method = '', path = ''] = under(prefix, name).split(' ')
      const answer = await kit.server.inject({
        method: method as 'GET' | 'POST',
        url: path.replaceAll('{}', kit.appId),
        headers: {
          origin: testOrigin,
          [headers.appId]: kit.appId,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { payload: '{}' }),
      })
      // Not 404: clients of back ends read that as "no such user" (wire reference §34.13).
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 400, 'not_supported'])
    }
  })

  test('the calls of an app as a provider are outside the prefix', () => {
    expect(routes.get('POST /oauth/authorization_code')?.auth).toBe('user')
    expect(routes.get('POST /oauth/verify')?.auth).toBe('app')
  })
})

describe('statuses of the wire reference (§7.3)', () => {
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const answer = await kit.server.inject({
      method: 'POST',
      url: path,
      headers: {
        origin: testOrigin,
        [headers.appId]: kit.appId,
        'content-type': 'application/json',
        ...more,
      },
      payload: JSON.stringify(body),
    })
    return [answer.statusCode, answer.json().code]
  }

  test.each([
    [
      'a wrong code by text message',
      '/passwordless_sms/authenticate',
      { phoneNumber: '+12015550199', code: '000000' },
      422,
      'invalid_credentials',
    ],
    [
      'a bad number with a code',
      '/passwordless_sms/authenticate',
      { phoneNumber: '+1', code: '000000' },
      422,
      'invalid_credentials',
    ],
    ['a bad number', '/passwordless_sms/init', { phoneNumber: '+1' }, 422, 'invalid_data'],
    ['an OAuth login without a code', '/oauth/authenticate', {}, 401, 'invalid_credentials'],
    ['a bad email', '/passwordless/init', { email: 'ada' }, 400, 'invalid_data'],
    ['a refresh without a token', '/sessions', {}, 401, 'missing_or_invalid_token'],
    [
      'a strict body with a field more',
      '/guest/authenticate',
      { guest_credential: 'g'.repeat(43), more: 1 },
      400,
      'invalid_data',
    ],
  ])('error: %s', async (_name, path, body, status, code) => {
    for (const prefix of defaultPrefixes) {
      expect(await post(prefix + path, body)).toEqual([status, code])
    }
  })

  test('error: an app id in the path that is none', async () => {
    const answer = await kit.server.inject({
      method: 'GET',
      url: '/api/v1/apps/%20',
      headers: { origin: testOrigin },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([
      400,
      'missing_or_invalid_privy_app_id',
    ])
  })

  test('the headers that clients send pass the preflight', async () => {
    const answer = await kit.server.inject({
      method: 'OPTIONS',
      url: '/api/v1/sessions',
      headers: {
        origin: testOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'privy-app-id',
        'privy-ca-id',
        'privy-client',
        'privy-client-id',
        'privy-ui',
        'privy-mfa-token',
        'farcaster-channel-token',
        'privy-authorization-signature',
        'privy-idempotency-key',
        'privy-request-expiry',
        'privy-retry-attempt',
        'x-native-app-identifier',
        'x-privy-skip-simulation',
      ]),
    )
    expect(answer.headers['access-control-allow-origin']).toBe(testOrigin)
  })
})
