import { api, defaultPrefixes, type Route } from '@sallyport/contract'
import { createTestKit, type TestKit, testOrigin } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const routes = Object.entries(api).flatMap(([group, list]) =>
  Object.entries<Route>(list)
    // The app of this one is named for Apple, and not read.
    .filter(([, { path }]) => path.includes('{app_id}') && !path.includes('callback_icloud'))
    .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)

test('there are such routes', () => {
  expect(routes.length).toBeGreaterThan(12)
})

test.each(routes)('APP-03: error: %s without an app id in its path says so', async (_, route) => {
  const [prefix = ''] = route.prefixes ?? defaultPrefixes
  const path = route.path.replace('{app_id}', '').replaceAll(/\{\w+\}/g, 'x')
  const credentials = Buffer.from(`${kit.appId}:${kit.appSecret}`).toString('base64')
  const { statusCode, body } = await kit.server.inject({
    method: route.method,
    url: prefix + path,
    headers: {
      'privy-app-id': kit.appId,
      ...(route.auth === 'secret'
        ? { authorization: `Basic ${credentials}` }
        : { origin: testOrigin }),
    },
  })

  expect([statusCode, JSON.parse(body)]).toMatchObject([
    400,
    { code: 'missing_or_invalid_privy_app_id', error: expect.stringMatching(/app id/i) },
  ])
})
