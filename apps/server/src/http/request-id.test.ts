import { createTestKit, type TestKit, testOrigin } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const lines = () =>
  kit.log
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const ask = (url: string, more: object = {}) =>
  kit.server.inject({
    ...{ method: 'GET', url },
    headers: { 'privy-app-id': kit.appId, origin: testOrigin, 'x-request-id': 'of-the-client' },
    ...more,
  })

describe('the id of a request', () => {
  test.each<[string, string, object]>([
    ['an answer', '/api/v1/apps/{app}', {}],
    ['a refusal', '/api/v1/users/me', {}],
    ['an unknown route', '/api/v1/nothing', {}],
    ['an unknown page', '/nothing', {}],
    ['a preflight', '/api/v1/users/me', { method: 'OPTIONS' }],
    ['a health check', '/healthz', {}],
    ['a path that is not a URL', '/api/v1/%', {}],
    [
      'a body that is not JSON',
      '/api/v1/passwordless/init',
      { method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
    ],
  ])('is in %s, in the log line and in the body of an error', async (_, url, more) => {
    const before = lines().length
    const answer = await ask(url.replace('{app}', kit.appId), more)
    const id = answer.headers['x-request-id']

    expect(id).toMatch(/^[\w-]{16}$/)
    if (answer.statusCode >= 400) expect(answer.json()).toMatchObject({ request_id: id })
    else expect(answer.body).not.toContain('request_id')
    const logged = lines()
      .slice(before)
      .filter(({ msg }) => msg === 'request')
    // A path that is not a URL is answered before a request is there to log.
    if (url.endsWith('%')) return
    expect(logged).toMatchObject([{ requestId: id }])
  })

  test('is another one for each request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/healthz')))
    const ids = answers.map(({ headers }) => headers['x-request-id'])

    expect(new Set(ids).size).toBe(50)
  })

  test('may be read by the pages of an app', async () => {
    const { headers } = await ask(`/api/v1/apps/${kit.appId}`)

    expect(headers['access-control-expose-headers']).toContain('x-request-id')
  })
})
