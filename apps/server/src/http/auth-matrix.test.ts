import { api, type Route } from '@sallyport/contract'
import {
  authOrigin,
  createHostileWorld,
  dumpTables,
  type HostileWorld,
  headersOf,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries(list).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)
const userAuths: readonly string[] = ['user', 'frame', 'user-or-frame']
const framesOwn: readonly string[] = ['frame', 'wallet-page']
const withUser = routes.filter(([, { auth }]) => userAuths.includes(auth))
const withSecret = routes.filter(([, { auth }]) => auth === 'secret')
const fromPages = routes.filter(([, { auth }]) => auth !== 'none' && auth !== 'secret')
const plainBodies: Record<string, object> = {
  'analytics.record': { event_name: 'seen' },
  'email.init': { email: 'new@example.com' },
  'email.authenticate': { email: 'new@example.com', code: '000000' },
  'guest.authenticate': { guest_credential: Buffer.alloc(32, 7).toString('base64url') },
  'adminApp.update': { name: 'Mine' },
}

/** Ada's own request to a route, byte for byte, under other headers; where Ada has none, a plain one. */
function request([name, route]: [string, Route], headers: Record<string, string>) {
  const { kit, ada } = world
  const body = ada.bodies[name.split('.')[1] ?? ''] ?? plainBodies[name] ?? {}
  return kit.server.inject({
    method: route.method,
    url: urlOf([name, route]),
    headers: { 'content-type': 'application/json', ...headers },
    ...(route.body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

/** The URL of a route, with Ada's parameters. */
function urlOf([, { path, prefixes }]: [string, Route]): string {
  const { kit, ada } = world
  const params: Record<string, string> = { ...ada.params, app_id: kit.appId }
  return (prefixes?.[0] ?? '/api/v1') + path.replaceAll(/\{(\w+)\}/g, (_, key) => params[key] ?? '')
}

/** From the place the route is called from, with these credentials. */
function headersFor(route: Route, options: { token?: string; secret?: string; appId?: string }) {
  const origin = framesOwn.includes(route.auth) ? { origin: authOrigin } : {}
  return headersOf(world.kit.appId, { ...origin, ...options })
}

/** What does not identify the user. */
function impostures(): [string, { token?: string; appId?: string }][] {
  const { ada, other, badTokens } = world
  const tokens = Object.entries(badTokens).map(([kind, token]): [string, { token: string }] => [
    kind,
    { token },
  ])
  return [
    ['nothing', {}],
    ...tokens,
    ['her token at the other app', { token: ada.session.token, appId: other.appId }],
  ]
}

describe('route × credentials', () => {
  test.each(withUser)(
    'APP-01 SES-10: %s takes nothing for an access token that is none',
    async (...route) => {
      const before = await dumpTables(world.kit.db)

      for (const [kind, options] of impostures()) {
        const response = await request(route, headersFor(route[1], options))
        expect([kind, response.statusCode, response.json().code]).toEqual([
          kind,
          401,
          'missing_or_invalid_token',
        ])
      }

      expect(await dumpTables(world.kit.db)).toBe(before)
    },
  )

  test.each(withUser.filter(([, { path }]) => path.includes('{')))(
    'APP-01: %s has nothing of hers for another user',
    async (...route) => {
      const { eve, newcomer, kit } = world
      // T-22: their own budgets are counted before their signatures are verified.
      const dump = async () => (await dumpTables(kit.db)).replaceAll(/^rate_limit .*\n/gm, '')
      const before = await dump()

      for (const token of [eve.session.token, newcomer.token]) {
        const response = await request(route, headersFor(route[1], { token }))
        const { code } = response.json()
        // Her proofs name her: they are wrong before it matters whose wallet it is.
        const isProven = ['addGeneration', 'addAccounts', 'recordRehearsal'].some((name) =>
          route[0].endsWith(name),
        )
        // Ids of intents and programs have another form than the ids that the test has.
        const isOther = /\{(?:intent|grant)_id\}/.test(route[1].path)
        expect([response.statusCode, code]).toEqual(
          isProven || isOther ? [400, 'invalid_data'] : [404, 'linked_account_not_found'],
        )
      }

      expect(await dump()).toBe(before)
    },
  )

  test.each(withSecret)('APP-05: %s looks for the app before anything else', async (...route) => {
    const { kit } = world
    const before = await dumpTables(kit.db)
    const bodies = route[1].body === undefined ? [undefined] : ['{', '{}', '[]']
    for (const payload of bodies) {
      const response = await kit.server.inject({
        method: route[1].method,
        url: urlOf(route),
        headers: {
          ...headersOf('clunknown0000000000000000', { secret: 'any' }),
          'content-type': 'application/json',
          'privy-client': 'server-auth:0.1.0',
          'privy-api-version': '2021-01-01',
        },
        ...(payload !== undefined && { payload }),
      })
      expect([payload, response.statusCode, response.json().code]).toEqual([
        payload,
        400,
        'missing_or_invalid_privy_app_id',
      ])
    }
    expect(await dumpTables(kit.db)).toBe(before)
  })

  test.each(withSecret)('%s takes nothing for the app’s secret that is none', async (...route) => {
    const { kit, ada, other } = world
    const before = await dumpTables(kit.db)

    const all = [
      ...impostures().map(([kind, options]): [string, object] => [kind, options]),
      ['her token', { token: ada.session.token }],
      ['the other app’s secret', { secret: other.appSecret }],
      ['its own secret at the other app', { secret: kit.appSecret, appId: other.appId }],
      ['an empty secret', { secret: '' }],
    ] as const
    for (const [kind, options] of all) {
      const response = await request(route, headersFor(route[1], options))
      expect([kind, response.statusCode, response.json().code]).toEqual([
        kind,
        401,
        'invalid_credentials',
      ])
    }

    expect(await dumpTables(kit.db)).toBe(before)
  })

  test.each(['session.refresh', 'session.logout'])(
    'SES-10: %s finds no user by a token of another app',
    async (name) => {
      const route = routes.find(([each]) => each === name)!
      const before = await dumpTables(world.kit.db)

      // An access token that has expired or whose session is over names its session here: for leaving.
      const none = impostures().filter(([kind]) => !['expired', 'logged out'].includes(kind))
      for (const [kind, options] of none) {
        const response = await request(route, headersFor(route[1], options))
        expect([kind, response.json().code]).toEqual([kind, 'missing_or_invalid_token'])
      }

      expect(await dumpTables(world.kit.db)).toBe(before)
    },
  )
})

describe('route × origin', () => {
  const foreign = ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://']

  test.each(fromPages)(
    'ORI-02 ORI-04 ORI-07 ORI-12: %s is not called from elsewhere',
    async (...route) => {
      const { kit, ada } = world
      const before = await dumpTables(kit.db)
      const mails = kit.mailbox.mails.length

      for (const origin of foreign) {
        for (const type of ['application/json', 'text/plain']) {
          const headers = headersOf(kit.appId, { origin, token: ada.session.token })
          const response = await request(route, { ...headers, 'content-type': type })
          expect([origin, response.statusCode, response.json().code]).toEqual([
            origin,
            403,
            'invalid_origin',
          ])
          // A page may read why the public configuration is refused to it, and no other refusal.
          const isPublic = [api.app.config, api.smartWallets.config].some(
            (each) => each === route[1],
          )
          const isReadable = isPublic && /^https?:/.test(origin)
          const readableBy = isReadable ? origin : undefined
          expect(response.headers['access-control-allow-origin']).toBe(readableBy)
        }
      }

      expect(await dumpTables(kit.db)).toBe(before)
      expect(kit.mailbox.mails).toHaveLength(mails)
    },
  )

  test.each(fromPages.filter(([, { auth }]) => auth !== 'user-or-frame'))(
    'ORI-02: %s is called from its own side of the frame only',
    async (...route) => {
      const { kit, ada } = world
      const wrong = framesOwn.includes(route[1].auth) ? 'http://localhost:4402' : authOrigin
      const headers = headersOf(kit.appId, { origin: wrong, token: ada.session.token })
      const response = await request(route, headers)
      expect([response.statusCode, response.json().code]).toEqual([403, 'invalid_origin'])
    },
  )
})
