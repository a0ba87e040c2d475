import { api } from '@sallyport/contract'
import {
  type CloudAnswer,
  cloudKitContainer,
  cloudKitTokens,
  createCloudSimulator,
  createOAuthSimulator,
} from '@sallyport/sandbox'
import { createTestKit, storeSettings, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../ports/outbound.js'

const wallets = {
  create_on_login: 'off',
  user_owned_recovery_options: ['icloud'],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
}
const container = { container_identifier: cloudKitContainer, environment: 'development' } as const
const callback = '/api/v1/recovery/oauth/callback_icloud'
let kit: TestKit
let token: string
let answer: CloudAnswer = 'normal'
/** What the simulator answers in the place of its own answer. */
let instead: object | undefined
beforeAll(async () => {
  const oauth = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const cloud = createCloudSimulator({ oauth, chosen: () => answer })
  const handle = async (request: Request) =>
    instead ? Response.json(instead, { status: 421 }) : cloud.handle(request)
  // The server calls the simulator by the address it is configured with.
  const outbound = createOutbound((input, init) => handle(new Request(String(input), init)))
  kit = await createTestKit({
    app: {
      privateSettings: {
        icloud_container: container,
        icloud_web_api_token: cloudKitTokens.web,
        icloud_ios_api_token: cloudKitTokens['expo-ios'],
      },
    },
    deps: { outbound },
    config: { oauthSimulator: 'http://simulator' },
  })
  await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: wallets } })
  token = (await kit.signIn('ada@example.com')).token
})
afterAll(() => kit.close())

const init = (client_type: 'web' | 'expo-ios' = 'web') =>
  kit.call(api.recovery.initICloud, { body: { client_type } }, { token })
const configuration = (client_type: 'web' | 'expo-ios' = 'web') =>
  kit.call(api.recovery.configurationICloud, { body: { client_type } }, { token })

describe('recovery by iCloud', () => {
  test.each(['web', 'expo-ios'] as const)(
    'a client of type %s is told where to sign in, and the container with its own API token',
    async (clientType) => {
      const started = await init(clientType)
      expect(started.status).toBe(200)
      const { pathname, search } = new URL(String(started.body.url))
      expect(pathname).toMatch(/idmsa\.apple\.com\/appleauth\/auth\/authorize\/signin$/)
      expect(search).toBe(`?client=${clientType}`)
      const { status, body } = await configuration(clientType)
      const expected = { api_token: cloudKitTokens[clientType], ...container }
      expect([status, body]).toEqual([200, expected])
    },
  )

  test('newer clients exchange the token of Apple, which stays the same; an app without iCloud refuses it', async () => {
    const body = {
      authorization_code: 'apple-token',
      state_code: 'state',
      provider: 'icloud',
    } as const
    const exchanged = await kit.call(api.recovery.authenticate, { body }, { token })
    expect([exchanged.status, exchanged.body]).toEqual([200, { access_token: 'apple-token' }])
    const other = await kit.addApp()
    const user = await kit.signIn('ada@example.com', { appId: other.appId })
    const options = { token: user.token, appId: other.appId }
    const refused = await kit.call(api.recovery.authenticate, { body }, options)
    expect(refused.body.code).toBe('disallowed_recovery_method')
    const unknown = { ...body, provider: 'dropbox' as 'icloud' } // not of the contract
    expect((await kit.call(api.recovery.authenticate, { body: unknown }, { token })).status).toBe(
      401,
    )
  })

  test('error: without a user, and with another kind of client', async () => {
    const body = { client_type: 'web' } as const
    const anonymous = await kit.call(api.recovery.initICloud, { body })
    expect(anonymous.body.code).toBe('missing_or_invalid_token')
    const other = { client_type: 'android' as 'web' } // not of the contract
    const refused = await kit.call(api.recovery.initICloud, { body: other }, { token })
    expect(refused.body).toMatchObject({
      code: 'invalid_data',
      error: "client_type must be 'web' or 'expo-ios'",
    })
  })

  test('error: CloudKit fails, or names a page that is not Apple’s', async () => {
    answer = 'down'
    const down = await init()
    expect([down.status, down.body.code]).toEqual([503, 'internal_error'])
    answer = 'normal'
    for (const redirectURL of [
      'https://evil.example/',
      'http://apple.com/',
      'https://evilapple.com/',
      1,
    ]) {
      instead = { serverErrorCode: 'AUTHENTICATION_REQUIRED', redirectURL }
      expect((await init()).body.code).toBe('internal_error')
    }
    instead = { redirectURL: 'https://idmsa.apple.com/signin' }
    expect((await init()).body).toEqual({ url: 'https://idmsa.apple.com/signin' })
    instead = undefined
  })

  test('error: the app offers it no more, or has no container', async () => {
    const off = { ...wallets, user_owned_recovery_options: [] }
    await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: off } })
    expect((await init()).body.code).toBe('disallowed_recovery_method')
    expect((await configuration()).body.code).toBe('disallowed_recovery_method')
    await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: wallets } })
    const where = { secret: kit.appSecret }
    const cleared = { icloud_container: null }
    const { status } = await kit.call(api.adminApp.update, { body: cleared }, where)
    expect(status).toBe(200)
    expect((await init()).body.code).toBe('not_supported')
    const body = { icloud_container: container }
    expect((await kit.call(api.adminApp.update, { body }, where)).body.icloud_container).toEqual(
      container,
    )
    expect((await init()).status).toBe(200)
  })

  test('REC-11: error: a callback without the token; with it the answer is empty', async () => {
    const path = `${callback}/${kit.appId}/expo_ios`
    const without = await kit.server.inject({ method: 'GET', url: path })
    expect([without.statusCode, without.json()]).toEqual([
      401,
      {
        ...{ error: 'Missing ckWebAuthToken.', code: 'invalid_data' },
        ...{ data: { field: 'ckWebAuthToken' }, request_id: expect.any(String) },
      },
    ])
    const given = await kit.server.inject({
      method: 'GET',
      url: `${path}?ckWebAuthToken=158__54__abc`,
    })
    expect([given.statusCode, given.json()]).toEqual([200, {}])
    expect(kit.log.join('\n')).not.toContain('158__54__abc')
  })

  test('error: the container changes while users keep recovery secrets in it', async () => {
    const { user } = await kit.signIn('bob@example.com')
    await kit.db
      .insertInto('wallet_root')
      .values({
        app_id: kit.appId,
        user_id: user.id.replace('did:privy:', ''),
        wallet_id: crypto.randomUUID(),
        state: 'active',
        imported: false,
        recovery_method: 'icloud',
        confirming_chain: 'ethereum',
        created_at: kit.clock.nowMs(),
        confirmed_at: kit.clock.nowMs(),
      })
      .execute()
    const where = { secret: kit.appSecret }
    for (const icloud_container of [null, { ...container, environment: 'production' as const }]) {
      const changed = await kit.call(api.adminApp.update, { body: { icloud_container } }, where)
      expect([changed.status, changed.body.code]).toEqual([400, 'invalid_data'])
    }
    const same = { icloud_container: container }
    expect((await kit.call(api.adminApp.update, { body: same }, where)).status).toBe(200)
  })
})
