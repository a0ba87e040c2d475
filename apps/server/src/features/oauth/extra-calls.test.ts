import type { LoginProvider } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  createOAuthVisits,
  createTestKit,
  northwind,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OutboundAnswer } from '../../ports/outbound.js'

let kit: TestKit
let visits: OAuthVisits
/** What providers answer in place of the simulator, by URL; `never` waits for the end of the request. */
const replaced = new Map<string, OutboundAnswer | 'never' | 'refused'>()
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const simulated = simulatedOutbound(simulator)
  kit = await createTestKit({
    app: { settings: { github_oauth: true, twitch_oauth: true } },
    deps: {
      outbound: async (request) => {
        const answer = replaced.get(request.url)
        if (answer === undefined) return simulated(request)
        if (answer === 'refused') throw new Error('connect ECONNREFUSED')
        if (answer !== 'never') return answer
        return new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(new Error('Aborted')))
        })
      },
    },
  })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
})
afterEach(() => replaced.clear())
afterAll(() => kit.close())

const extras = {
  github: 'https://api.github.com/user/emails',
  twitch: 'https://api.twitch.tv/helix/users',
  [northwind]: 'https://id.northwind.example/userinfo',
} satisfies Partial<Record<LoginProvider, string>>
// The keys are providers.
const providers = Object.keys(extras) as LoginProvider[]
/** What the login still has. */
const left: Partial<Record<LoginProvider, object>> = {
  github: { username: 'ada', name: 'Ada' },
  twitch: { username: null },
  [northwind]: { subject: expect.any(String) },
}

describe.each(providers)('an extra call of a login at %s', (provider) => {
  const url = (extras as Record<string, string>)[provider] ?? ''

  test.each<[string, OutboundAnswer | 'never' | 'refused']>([
    ['403', { status: 403, json: { message: 'Resource not accessible by integration' } }],
    ['401', { status: 401, json: { error: 'insufficient_scope' } }],
    ['404', { status: 404, json: { message: 'Not Found' } }],
    ['429', { status: 429, json: undefined }],
    ['500', { status: 500, json: undefined }],
    ['503 with a page', { status: 503, json: undefined }],
    ['a JWT, or anything else that is not JSON', { status: 200, json: undefined }],
    ['no connection', 'refused'],
    ['no answer within two seconds', 'never'],
  ])('may fail: %s', async (_, answer) => {
    replaced.set(url, answer)

    const { status, body } = await visits.login(provider)

    expect(status).toBe(200)
    expect(body.user?.linked_accounts).toMatchObject([left[provider] ?? {}])
  })

  test('error: a suspended account is refused all the same', async () => {
    replaced.set(url, { status: 403, json: { message: 'Sorry. Your account was suspended.' } })

    const { body } = await visits.login(provider)

    expect(body).toMatchObject({ code: 'oauth_account_suspended' })
  })
})

test('error: the call that says who logged in may not fail', async () => {
  replaced.set('https://api.github.com/user', { status: 403, json: {} })
  expect((await visits.login('github')).body.code).toBe('invalid_credentials')
  replaced.set('https://api.github.com/user', { status: 500, json: undefined })
  expect((await visits.login('github')).status).toBe(503)
})
