import { randomUUID } from 'node:crypto'
import { api, invalidRefusalOf, type Route } from '@sallyport/contract'
import {
  authOrigin,
  createTestKit,
  dumpTables,
  fuzz,
  fuzzTimeFactor,
  headersOf,
  type SignedIn,
  type TestKit,
} from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../deps.js'
import { features } from '../features/index.js'

let kit: TestKit
let session: SignedIn
beforeAll(async () => {
  kit = await createTestKit({ config: { ipPointsPerMinute: 0 } })
  session = await kit.signIn()
})
afterAll(() => kit.close())

const hostileText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom("' or 1=1 --", '#{7*7}', '{{7*7}}', '\u0000', '\ud800', '💥', '../../etc/passwd'),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, [], {}, [[]], 1e300),
)

/** Bodies around the names the schema knows, so that most of them fail at one field and not at the first glance. */
function hostileBody(route: Route): fc.Arbitrary<unknown> {
  const names = Object.keys((route.body as unknown as { shape?: object })?.shape ?? {})
  const record = fc.record(Object.fromEntries(names.map((name) => [name, hostileValue])), {
    requiredKeys: [],
  })
  return fc
    .oneof({ weight: 4, arbitrary: record }, hostileValue)
    .map((body) => JSON.parse(JSON.stringify(body) ?? 'null'))
    .filter((body) => route.body !== undefined && !route.body.safeParse(body).success)
}

function send(route: Route, payload: string, contentType = 'application/json') {
  const isFrames = route.auth === 'frame' || route.auth === 'wallet-page'
  const origin = isFrames ? { origin: authOrigin } : {}
  const own = route.auth === 'secret' ? { secret: kit.appSecret } : { token: session.token }
  const path = route.path.replaceAll(/\{app_id\}/g, kit.appId).replaceAll(/\{\w+\}/g, randomUUID())
  return kit.server.inject({
    method: route.method,
    url: (route.prefixes?.[0] ?? '/api/v1') + path,
    headers: { ...headersOf(kit.appId, { ...origin, ...own }), 'content-type': contentType },
    payload,
  })
}

const names = new Map(
  Object.entries(api).flatMap(([group, list]) =>
    Object.entries(list).map(([name, route]): [Route, string] => [route, `${group}.${name}`]),
  ),
)
// Making the handlers uses nothing of the dependencies; only calling one would.
const routes = features({} as Deps).map(({ route }) => ({ route, name: names.get(route) }))

describe('hostile bodies', () => {
  for (const { name, route } of routes.filter(({ route }) => route.body !== undefined)) {
    test(
      `INP-01 INP-06 INP-09: ${name} refuses bodies outside its schema and changes nothing`,
      async () => {
        const before = await dumpTables(kit.db)

        await fc.assert(
          fc.asyncProperty(hostileBody(route), async (body) => {
            const response = await send(route, JSON.stringify(body) ?? 'null')
            const answer = response.json()
            expect(response.statusCode).toBeGreaterThanOrEqual(400)
            expect(response.statusCode).toBeLessThan(500)
            expect([408, 409, 425]).not.toContain(response.statusCode)
            // Text that no database takes is refused before the route's schema says how.
            expect(['invalid_data', invalidRefusalOf(route).code]).toContain(answer.code)
            const { data, ...rest } = answer
            expect(Object.keys(rest).sort()).toEqual(['code', 'error', 'request_id'])
            expect(Object.keys(data ?? { field: '' })).toEqual(['field'])
            expect(answer.error).not.toMatch(/select |node_modules|\.[jt]s\b|\n +at /)
          }),
          fuzz(200),
        )

        expect(await dumpTables(kit.db)).toBe(before)
      },
      60_000 * fuzzTimeFactor,
    )
  }

  const broken = [
    '{',
    '[1,2',
    '{"a":NaN}',
    '\ufeff{}',
    '{"email":"a@example.com","email":"b@example.com"}',
    '{"\\u0065mail":"a@example.com","email":"b@example.com"}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '"\\ud800"',
    `${'['.repeat(100_000).slice(0, 60_000)}`,
    `{"email":"${'a'.repeat(70_000)}"}`,
  ]
  for (const { name, route } of routes.filter(({ route }) => route.method !== 'GET')) {
    test(`INP-03: ${name} answers what is not JSON with a typed 4xx`, async () => {
      const before = await dumpTables(kit.db)

      for (const payload of broken) {
        const response = await send(route, payload)
        expect([payload.slice(0, 40), response.json().code]).toEqual([
          payload.slice(0, 40),
          'invalid_data',
        ])
        expect([400, 413]).toContain(response.statusCode)
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const response = await send(route, '{"email":"a@example.com"}', type)
        expect([response.statusCode, response.json().code]).toEqual([415, 'invalid_data'])
      }

      expect(await dumpTables(kit.db)).toBe(before)
    })
  }
})
