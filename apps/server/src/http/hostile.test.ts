import { randomUUID } from 'node:crypto'
import { api, type Route, refusalsOf } from '@sallyport/contract'
import {
  authOrigin,
  createHostileWorld,
  dumpTables,
  fuzz,
  fuzzTimeFactor,
  type HostileWorld,
  headersOf,
  hostileTexts,
  valuesOf,
} from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteName, writableTables } from '../testing/writable-tables.js'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

/** Tables whose rows say what the caller said, Ada's name too. */
const repeating = [
  'one_time_code',
  'wallet_nonce',
  'analytics_event',
  'app',
  'user_account',
  'linked_account',
  'allowlist_entry',
  'denylist_entry',
  'test_account',
  'recovery_key_ref',
]
/** What an attack does in its own name is recorded; no event may be Ada's. */
const audited = ['audit_event', 'audit_pending', 'notice', 'app_event']
const counters = ['rate_limit'] // They are meant to count attacks.

/** Logging out with one's own token is not an attack, however old the token is. */
const ownWay: Partial<Record<RouteName, readonly string[]>> = {
  'session.logout': ['expired'],
  'pageLogins.logOut': [],
}

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries(list).map(([name, route]): [RouteName, Route] => [
    `${group}.${name}` as RouteName,
    route,
  ]),
)

/** Values inside the route's schema: made up, or a user's real body with some fields from elsewhere. */
function bodies(route: Route, name: RouteName): fc.Arbitrary<unknown> {
  if (route.body === undefined) return fc.constant(undefined)
  const { ada, eve, bob } = world
  const texts = [...ada.marks, ...eve.marks, bob.user.id, 'bob@example.com', randomUUID()]
  texts.push(`evt_${'0'.repeat(32)}`)
  const made = valuesOf(route.body, texts)
  const captured = [ada, eve].flatMap(({ bodies: own }) => own[name.split('.')[1] ?? ''] ?? [])
  if (captured.length === 0) return made
  const mixed = fc
    .tuple(fc.constantFrom(...captured, ...captured), made, fc.array(fc.nat(9), { maxLength: 2 }))
    .map(([body, foreign, places]) => {
      const keys = places.flatMap((place) => Object.keys(body)[place] ?? [])
      const values = Object.entries(foreign as object).filter(([key]) => keys.includes(key))
      return { ...body, ...Object.fromEntries(values) }
    })
  return fc.oneof(mixed, made)
}

function paths(route: Route): fc.Arbitrary<string> {
  const { kit, ada, eve, other } = world
  const wallets = [ada, eve].map(({ params }) => params.wallet_id)
  const generations = [ada, eve].map(({ params }) => params.generation_id)
  const pools: Record<string, readonly string[]> = {
    app_id: [kit.appId, other.appId, ...hostileTexts],
    wallet_id: [...wallets, ...wallets, ...generations, randomUUID()],
    generation_id: [...generations, ...generations, ...wallets, randomUUID()],
    address: [ada.params.address, eve.params.address, ...hostileTexts],
    user_id: [ada.session.user.id, eve.session.user.id, ...hostileTexts],
  }
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return fc
    .record(
      Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(pools[name] ?? ['x']))])),
    )
    .map((given) =>
      route.path.replaceAll(/\{(\w+)\}/g, (_, name) => safeComponent(given[name] ?? '')),
    )
}

/** Half a surrogate pair has no percent encoding. */
function safeComponent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}

/** Mostly Eve with a valid session; otherwise a caller without a token or with a token that is not valid here. */
function credentials(route: Route, name: RouteName): fc.Arbitrary<Record<string, string>> {
  const { kit, eve, newcomer, other, careless, badTokens } = world
  const isFrames = route.auth === 'frame' || route.auth === 'wallet-page'
  const origin = isFrames ? { origin: authOrigin } : {}
  const by = (options: object) => headersOf(kit.appId, { ...origin, ...options })
  // A user who has a wallet is told so before anything else of `create` is checked.
  const { token } = name === 'embeddedWallet.create' ? newcomer : eve.session
  const own = ownWay[name] ? [] : Array(10).fill(by({ token }))
  const tokens = Object.entries(badTokens).filter(([kind]) => !ownWay[name]?.includes(kind))
  const owner = headersOf(careless.appId, { secret: careless.appSecret })
  return fc.constantFrom(
    ...(route.auth === 'secret' ? Array(10).fill(owner) : own),
    by({}),
    ...tokens.map(([, token]) => by({ token })),
    headersOf(kit.appId, { secret: other.appSecret }),
    headersOf(other.appId, { secret: kit.appSecret }),
  )
}

describe('hostile requests inside the schema', () => {
  for (const [name, route] of routes) {
    test(
      `INP-06 INP-09: ${name} survives them and changes no row of other users`,
      async () => {
        const before = await snapshot()

        await fc.assert(
          fc.asyncProperty(
            fc.tuple(bodies(route, name), paths(route), credentials(route, name)),
            async ([body, path, headers]) => {
              const response = await world.kit.server.inject({
                method: route.method,
                url: (route.prefixes?.[0] ?? '/api/v1') + path,
                headers: { ...headers, 'content-type': 'application/json' },
                ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
              })
              expectConforming(route, response)
              const said = JSON.stringify(body) + path
              for (const mark of world.ada.marks.filter((mark) => !said.includes(mark))) {
                expect(response.payload).not.toContain(mark)
              }
            },
          ),
          { ...fuzz(100), endOnFailure: true },
        )

        const after = await snapshot()
        const differing = [
          ...[...after].filter((row) => !before.has(row)),
          ...[...before].filter((row) => !after.has(row)),
        ]
        expect(
          differing.filter((row) => ![...writableTables[name], ...audited].includes(tableOf(row))),
        ).toEqual([])
        const apps = differing.filter((row) => tableOf(row) === 'app')
        expect(apps.filter((row) => !row.includes(world.careless.appId))).toEqual([])
        expect(differing.filter((row) => isAdas(row) && !repeating.includes(tableOf(row)))).toEqual(
          [],
        )
      },
      180_000 * fuzzTimeFactor,
    )
  }

  test('INP-10: no setting the contract takes reaches a header', async () => {
    const { careless, other } = world
    const [page, untouched] = [await policyOf(careless.appId), await policyOf(other.appId)]

    expect({ ...page, 'frame-ancestors': '' }).toEqual({ ...untouched, 'frame-ancestors': '' })
    expect(page['frame-ancestors']).toMatch(/^'none'$|^(?:https?:\/\/[\w.*[\]-]+(?::[\d*]+)? ?)+$/)
  })

  test('afterwards Ada, Eve and Bob work on as before', async () => {
    const { kit, ada, eve, bob, other } = world
    for (const { session, frame, params, bodies: own } of [ada, eve]) {
      const me = await kit.call(api.user.me, {}, { token: session.token })
      expect(me.body.user.id).toBe(session.user.id)
      const body = own.authShare as { ephemeral_public_key: string; device_signature: string }
      const share = await kit.call(api.embeddedWallet.authShare, { params, body }, frame)
      expect(share.status).toBe(200)
    }
    const me = await kit.call(api.user.me, {}, { token: bob.token, appId: other.appId })
    expect(me.body.user.id).toBe(bob.user.id)
  })
})

/** An answer of the contract: the route's shape and no more, or one of its refusals, without anything from inside. */
function expectConforming(
  route: Route,
  response: { statusCode: number; payload: string; json(): Record<string, unknown> },
): void {
  const answer = response.json()
  expect([response.statusCode, answer.code]).not.toEqual([500, 'internal_error'])
  expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode < 300) {
    expect(route.response.parse(answer)).toEqual(answer)
    return
  }
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(refusalsOf(route).map(({ code }) => code)).toContain(answer.code)
  const known = ['code', 'error', 'data', 'request_id']
  expect(Object.keys(answer).filter((key) => !known.includes(key))).toEqual([])
  expect(answer.error).not.toMatch(/select |node_modules|\.[jt]s\b|\n +at /)
}

/** The content security policy of an app's frame page, by directive. */
async function policyOf(appId: string): Promise<Record<string, string>> {
  const page = await world.kit.server.inject(`/apps/${appId}/embedded-wallets`)
  const directives = String(page.headers['content-security-policy']).split('; ')
  return Object.fromEntries(directives.map((text) => text.split(/ (.*)/, 2)))
}

async function snapshot(): Promise<Set<string>> {
  const rows = (await dumpTables(world.kit.db)).split('\n')
  return new Set(rows.filter((row) => !counters.includes(tableOf(row))))
}

function tableOf(row: string): string {
  return row.split(' ', 1)[0] ?? ''
}

function isAdas(row: string): boolean {
  return world.ada.marks.some((mark) => row.includes(mark))
}
