import {
  api,
  canNameWalletKey,
  headers,
  type Route,
  type RouteAuth,
  refusalsOf,
} from '@sallyport/contract'
import {
  authOrigin,
  createTestKit,
  type TestKit,
  testOrigin,
  walletCookieOf,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
let production: { appId: string; appSecret: string }
let token: string
beforeAll(async () => {
  kit = await createTestKit()
  production = await kit.addApp({ environment: 'production' })
  token = (await kit.signIn('ada@example.com')).token ?? ''
})
afterAll(() => kit.close())

/** The page of approvals ends the session that calls this: the routes after it need another. */
async function signInAgain(route: Route) {
  if (route === api.pageLogins.logOut) token = (await kit.signIn('ada@example.com')).token ?? ''
}

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries(list).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)

/** A request that the guard lets in, with what a test changes about it. */
interface Given {
  appId?: string
  params?: string
  /** `undefined` leaves a header out. */
  headers?: Record<string, string | undefined>
  payload?: string
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const ofFrame: readonly RouteAuth[] = ['frame', 'wallet-page']
const place = (route: Route) => (ofFrame.includes(route.auth) ? authOrigin : testOrigin)
/** What proves the caller of each kind, beside app id and origin. */
const proofs: Record<RouteAuth, () => Record<string, string>> = {
  none: () => ({}),
  app: () => ({}),
  user: () => ({ authorization: `Bearer ${token}` }),
  frame: () => ({ authorization: `Bearer ${token}`, ...walletCookieOf(token) }),
  'wallet-page': () => ({}),
  'user-or-frame': () => ({ authorization: `Bearer ${token}` }),
  secret: () => ({ authorization: basic(`${kit.appId}:${kit.appSecret}`) }),
  'any-app': () => ({}),
}

async function refuse(route: Route, given: Given) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, () => given.params ?? kit.appId)
  const response = await kit.server.inject({
    method: route.method,
    url: `${route.prefixes?.[0] ?? '/api/v1'}${path}`,
    headers: definedOf({
      origin: place(route),
      [headers.appId]: given.appId ?? kit.appId,
      ...proofs[route.auth](),
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    }),
    ...(route.method === 'GET' ? {} : { payload: given.payload ?? '{}' }),
  })
  return { code: response.json().code, status: response.statusCode }
}

function definedOf(all: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Every way to be refused before a handler runs; not every route knows each of them. */
const refused: [string, (route: Route) => Given][] = [
  ['an unknown app', () => ({ appId: 'clunknownapp0000000000000' })],
  ['an unknown app with a secret', () => ({ headers: { authorization: basic('unknown:s') } })],
  ['a client id with spaces', () => ({ headers: { [headers.clientId]: 'two words' } })],
  ['another origin', () => ({ headers: { origin: 'https://evil.example' } })],
  [
    'no origin',
    () => ({ appId: production.appId, params: production.appId, headers: { origin: undefined } }),
  ],
  [
    'an unknown native app',
    () => ({ headers: { origin: undefined, [headers.nativeAppId]: 'com.evil.app' } }),
  ],
  ['no wallet grant', () => ({ headers: { cookie: undefined } })],
  ['no wallet key', () => ({ headers: { [headers.walletKey]: canNameWalletKey } })],
  ['a forged token', () => ({ headers: { authorization: 'Bearer forged' } })],
  ['a wrong secret', () => ({ headers: { authorization: basic(`${kit.appId}:wrong`) } })],
  ['an empty id in the path', () => ({ params: '' })],
  ['an id that no database keeps', () => ({ params: '%00' })],
  ['a body that is not JSON', () => ({ payload: '{' })],
  ['a body of the wrong type', () => ({ payload: '[1]' })],
  ['a body of unknown fields', () => ({ payload: '{"theme":1,"email":1,"refresh_token":1}' })],
  ['a body beyond the limit', () => ({ payload: JSON.stringify('a'.repeat(70_000)) })],
  ['a form', () => ({ headers: { 'content-type': 'text/plain' } })],
]

describe('what a route answers before its handler runs', () => {
  test.each(routes)('%s: is documented', async (_name, route) => {
    const documented = refusalsOf(route)
    for (const [kind, given] of refused) {
      const { headers: sent = {}, ...rest } = given(route)
      const answer = await refuse(route, { ...rest, headers: sent })
      if (answer.status === 200) continue
      expect([kind, documented]).toEqual([kind, expect.arrayContaining([answer])])
    }
    await signInAgain(route)
  })

  test.each(routes)(
    '%s: what its guard is documented to answer, it answers',
    async (_name, route) => {
      const answers = await Promise.all(refused.map(([, given]) => refuse(route, given(route))))
      await signInAgain(route)
      const seen = new Set(answers.map(({ code, status }) => `${status} ${code}`))

      const own = new Set(
        route.errors.map((error) => (typeof error === 'string' ? error : error.code)),
      )
      const ofGuard = refusalsOf(route).filter(
        ({ code }) =>
          !own.has(code) &&
          !['internal_error', 'too_many_requests'].includes(code) &&
          // Tokens of factors need a vault: `mfa.test.ts`.
          code !== 'expired_or_invalid_mfa_token',
      )
      const expected = ofGuard.map(({ code, status }) => `${status} ${code}`)
      expect([...seen]).toEqual(expect.arrayContaining(expected))
    },
  )
})
