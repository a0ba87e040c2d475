import { connect } from 'node:net'
import { headers as names } from '@sallyport/contract'
import {
  createTestKit,
  dumpTables,
  fuzz,
  fuzzTimeFactor,
  headersOf,
  hostileTexts,
  type SignedIn,
  type TestKit,
  testOrigin,
} from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const site = 'https://shop.example.com'
let kit: TestKit
let production: { appId: string }
let session: SignedIn
let port: number
beforeAll(async () => {
  kit = await createTestKit({ config: { trustedProxies: 1 } })
  production = await kit.addApp({
    environment: 'production',
    settings: { allowed_domains: [site, 'https://*.preview.example.com'] },
  })
  session = await kit.signIn()
  await kit.server.listen({ port: 0, host: '127.0.0.1' })
  const address = kit.server.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => kit.close())

/** What can stand in a header: no control characters, Latin-1 (RFC 9110, 5.5). */
const texts = hostileTexts.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim())
const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ maxLength: 60 }).map((made) => made.trim()),
  fc.constant('a'.repeat(4000)),
)
const origins = [
  ...[`${site}.evil.example`, `${site}/`, `${site}:443`, `https://evil.example#${site}`],
  ...['https://shop.example.com@evil.example', 'HTTPS://SHOP.EXAMPLE.COM', 'null', 'file://', '*'],
  ...['https://a.b.preview.example.com', 'https://evil.example/.preview.example.com'],
  ...[`${site}, https://evil.example`, `https://evil.example ${site}`, 'http://shop.example.com'],
]
const some = (values: fc.Arbitrary<string>) => fc.option(values, { nil: undefined })

const requests = fc.record({
  [names.appId]: some(fc.oneof(text, fc.constant('A'))),
  [names.clientId]: some(text),
  [names.nativeAppId]: some(text),
  authorization: some(
    fc.oneof(
      text,
      fc
        .tuple(fc.constantFrom('Bearer', 'bearer', 'Basic', 'BASIC', 'Digest', ''), text)
        .map(([scheme, value]) => `${scheme} ${value}`),
      text.map((value) => `Basic ${Buffer.from(value).toString('base64')}`),
    ),
  ),
  origin: some(fc.oneof(text, fc.constantFrom(...origins))),
  cookie: some(text.map((value) => `privy-token=${value}; privy-token=${value}; a`)),
  'content-type': some(
    fc.oneof(
      text,
      fc.constantFrom('application/json', 'application/json; charset=utf-16', 'application/json\t'),
    ),
  ),
  'x-forwarded-for': some(fc.oneof(text, fc.constant('::1, 1.2.3.4'.repeat(300)))),
  'x-forwarded-host': some(text),
  'x-http-method-override': some(fc.constantFrom('DELETE', 'PATCH')),
  'sec-fetch-site': some(fc.constantFrom('same-origin', 'cross-site', 'none')),
})

const targets = [
  ['POST', '/api/v1/passwordless/init'],
  ['POST', '/api/v1/sessions'],
  ['POST', '/api/v1/embedded_wallets/list'],
  ['GET', '/api/v1/users/me'],
  ['PATCH', '/admin/v1/app'],
  ['OPTIONS', '/api/v1/sessions'],
] as const

describe('hostile headers', () => {
  test(
    'ORI-02 INP-09 SES-16: whatever the headers say, a typed refusal without CORS and without effect',
    async () => {
      const before = await dumpTables(kit.db)

      await fc.assert(
        fc.asyncProperty(
          requests,
          fc.constantFrom(...targets),
          fc.boolean(),
          async (given, [method, url], isKnownApp) => {
            const sent = Object.fromEntries(
              Object.entries(given).flatMap(([name, value]) =>
                value === undefined ? [] : [[name, value]],
              ),
            )
            const response = await kit.server.inject({
              method,
              url,
              headers: { ...sent, ...(isKnownApp ? { [names.appId]: production.appId } : {}) },
              ...(method === 'POST' || method === 'PATCH' ? { payload: '{}' } : {}),
            })
            if (method !== 'OPTIONS') {
              expect(response.statusCode).toBeGreaterThanOrEqual(400)
              expect(response.statusCode).toBeLessThan(500)
              expect(Object.keys(response.json()).sort().slice(0, 2)).toEqual(['code', 'error'])
            }
            expect(response.headers['access-control-allow-origin']).toBeUndefined()
            expect(response.headers).not.toHaveProperty('set-cookie')
          },
        ),
        fuzz(1_000),
      )

      expect(await dumpTables(kit.db)).toBe(before)
      expect(kit.mailbox.mails).toHaveLength(1)
    },
    180_000 * fuzzTimeFactor,
  )

  const good = () => headersOf(kit.appId, { token: session.token })
  const me = (lines: string[]) =>
    raw(['GET /api/v1/users/me HTTP/1.1', 'Host: localhost', ...lines])

  test.each([
    ['APP-03: two app ids', () => [`${names.appId}: ${production.appId}`], [400]],
    ['ORI-02: two origins, the good one first', () => ['origin: https://evil.example'], [403]],
    // The first counts, here and at every proxy of the field: it is the session's own.
    ['two tokens', () => ['authorization: Bearer x.y.z'], [200]],
    ['two lengths', () => ['content-length: 0', 'content-length: 5'], [400]],
    ['a length beside chunks', () => ['content-length: 5', 'transfer-encoding: chunked'], [400]],
    ['a header of 100 kB', () => [`x-long: ${'a'.repeat(100_000)}`], [431]],
    ['a folded header', () => ['x-folded: a', ' b: c'], [200, 400]],
    ['a space before the colon', () => ['x-space : a'], [400]],
    ['NUL in a header', () => ['x-nul: a\0b'], [400]],
    ['5,000 headers', () => Array.from({ length: 5_000 }, (_, n) => `x-${n}: a`), [200, 400, 431]],
  ])('on the wire: %s', async (_name, more, statuses) => {
    const lines = Object.entries(good()).map(([name, value]) => `${name}: ${value}`)
    expect(statuses).toContain(await me([...lines, ...more()]))
  })

  test('on the wire: the request without them is answered', async () => {
    const lines = Object.entries(good()).map(([name, value]) => `${name}: ${value}`)
    expect(lines).toContain(`origin: ${testOrigin}`)
    expect(await me(lines)).toBe(200)
  })
})

/** Status of an answer to a request written by hand, for what no HTTP client would send. */
function raw(lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setTimeout(5_000, () => socket.destroy(new Error('No answer')))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(answer.split(' ')[1] ?? 0)))
    socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`, 'latin1')
  })
}
