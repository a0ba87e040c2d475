import { api, oauthProviders } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  browserCookies,
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const settings = Object.fromEntries(oauthProviders.map((name) => [`${name}_oauth`, true]))
let kit: TestKit
let visits: OAuthVisits
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const outbound = simulatedOutbound(simulator)
  kit = await createTestKit({ app: { settings }, deps: { outbound } })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
})
afterAll(() => kit.close())

describe('tokens of the provider', () => {
  test('OAU-19: stay on the server unless the app asks for them, and nothing secret is logged', async () => {
    const started = await visits.start('twitter')
    const returned = await visits.returned(started, { name: 'Quiet' })
    const { body } = await visits.redeem(started, returned)
    expect(body.oauth_tokens).toBeUndefined()

    const log = kit.log.join('')
    const secrets = [returned.code, started.verifier, started.state, 'sandbox-secret', 'simulated-']
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  test('come with the session of an app that asked for them, once, and are then forgotten', async () => {
    const app = await kit.addApp({ settings })
    await visits.configure(app, { returnTokens: true })
    const { appId } = app
    const { body } = await visits.login('tiktok', { appId })
    expect(body.oauth_tokens).toEqual({
      provider: 'tiktok',
      access_token: expect.any(String),
      access_token_expires_in_seconds: 86_400,
      refresh_token: 'simulated-refresh-token',
      refresh_token_expires_in_seconds: 31_536_000,
      scopes: ['user.info.basic', 'user.info.profile'],
    })
    const rows = await kit.db
      .selectFrom('oauth_flow')
      .selectAll()
      .where('app_id', '=', appId)
      .execute()
    expect(rows.map(({ outcome }) => outcome)).toEqual([null])
  })

  test('a logged-in user fetches fresh ones by linking the account again, and stays one user', async () => {
    const app = await kit.addApp({ settings })
    await visits.configure(app, { returnTokens: true })
    const { appId } = app
    const { body: first } = await visits.login('google', { appId })
    const token = String(first.token)
    const { started } = await visits.init('google', { appId, token })
    const returned = await visits.returned(started)
    const body = {
      authorization_code: returned.code,
      state_code: returned.state,
      code_verifier: started.verifier,
    }
    const headers = browserCookies(token, started.cookie)
    const again = await kit.call(api.oauth.link, { body }, { appId, token, headers })
    expect(again.body).toMatchObject({
      id: first.user?.id,
      linked_accounts: [{ type: 'google_oauth' }],
      oauth_tokens: { provider: 'google', access_token: expect.any(String) },
    })
    expect(again.body.oauth_tokens?.access_token).not.toBe(first.oauth_tokens?.access_token)
  })

  test('error: a wrong client secret', async () => {
    const app = await kit.addApp({ settings })
    await visits.configure(app, { secret: 'wrong' })
    const { status, body } = await visits.login('google', { appId: app.appId })
    expect([status, body.code]).toEqual([401, 'invalid_credentials'])
  })
})

describe('credentials', () => {
  test('the secret is never shown, and stays when a change leaves it out', async () => {
    const app = await kit.addApp({ settings })
    const where = { appId: app.appId, secret: app.appSecret }
    const { body: before } = await kit.call(api.adminOAuth.list, {}, where)
    expect(before.providers[0]).toMatchObject({ client_id: null, has_secret: false })
    await visits.configure(app)
    const body = { client_id: 'other', return_tokens: true }
    await kit.call(api.adminOAuth.set, { params: { provider: 'google' }, body }, where)
    const { body: list } = await kit.call(api.adminOAuth.list, {}, where)

    expect(list.providers).toHaveLength(oauthProviders.length + 1)
    expect(list.providers[0]).toEqual({
      provider: 'google',
      client_id: 'other',
      team_id: null,
      key_id: null,
      return_tokens: true,
      has_secret: true,
      callback_url: 'http://localhost:4400/api/v1/oauth/callback/google',
    })
    expect(JSON.stringify(list)).not.toContain('sandbox-secret')
  })

  test('are encrypted, and gone once deleted', async () => {
    const app = await kit.addApp({ settings })
    const where = { appId: app.appId, secret: app.appSecret }
    await visits.configure(app)
    const rows = await kit.db
      .selectFrom('oauth_credentials')
      .selectAll()
      .where('app_id', '=', app.appId)
      .execute()
    for (const row of rows) expect(String(row.client_secret)).not.toContain('sandbox-secret')

    await kit.call(api.adminOAuth.remove, { params: { provider: 'google' } }, where)
    expect((await visits.init('google', { appId: app.appId })).body.code).toBe('not_supported')
  })
})
