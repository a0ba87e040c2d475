import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const change = (body: object) =>
  kit.call(api.adminApp.update, { body: body as never }, { secret: kit.appSecret })
const funding = {
  default_recommended_currency: { chain: 'eip155:1', asset: 'native-currency' },
  default_recommended_amount: '0.1',
  methods: ['external'],
  options: [],
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: false,
}
const network = { chain_id: 'eip155:1', bundler_url: 'https://bundler.example.com' }
const smart = (smart_wallet_type: string, smart_wallet_version?: string) => ({
  smart_wallet_config: {
    ...{ enabled: true, smart_wallet_type, configured_networks: [network] },
    ...(smart_wallet_version && { smart_wallet_version }),
  },
})

describe('settings that no app can mean', () => {
  test.each<[object, string]>([
    [{ max_linked_wallets_per_user: -1 }, 'max_linked_wallets_per_user'],
    [{ max_linked_wallets_per_user: 1.5 }, 'max_linked_wallets_per_user'],
    [{ max_linked_wallets_per_user: 2 ** 31 }, 'max_linked_wallets_per_user'],
    [{ max_linked_wallets_per_user: 1e300 }, 'max_linked_wallets_per_user'],
    [{ max_linked_wallets_per_user: '3' }, 'max_linked_wallets_per_user'],
    [smart('safe', '9.9.9'), 'smart_wallet_version'],
    [smart('kernel', '1.4.1'), 'smart_wallet_version'],
    [smart('light_account', 'v2'), 'smart_wallet_version'],
    [smart('cathedral'), 'smart_wallet_config'],
    [{ captcha_site_key: 'x' }, 'captcha_site_key'],
    [{ captcha_site_key: 7 }, 'captcha_site_key'],
    [{ max_users: 0 }, 'max_users'],
    [{ max_users: 2.5 }, 'max_users'],
    [{ email_auth: 'yes' }, 'email_auth'],
    [{ mfa_methods: ['voice'] }, 'mfa_methods'],
    [{ embedded_wallet_config: {} }, 'embedded_wallet_config'],
    [
      {
        allowlist_config: {
          ...{ error_title: null, error_detail: null, cta_text: 'Apply' },
          cta_link: 'javascript:alert(1)',
        },
      },
      'cta_link',
    ],
  ])('error: %j is refused, and the text names the setting', async (body, setting) => {
    const { status, body: refused } = await change(body)

    expect([status, refused.code]).toEqual([400, 'invalid_data'])
    expect(refused.error).toContain(setting)
  })

  test.each([
    { max_linked_wallets_per_user: 0 },
    { max_linked_wallets_per_user: 3 },
    { max_linked_wallets_per_user: null },
    smart('light_account', '1.1.0'),
    smart('safe'),
  ])('%j is taken', async (body) => {
    expect(await change(body)).toMatchObject({ status: 200, body })
  })
})

describe('null removes', () => {
  test.each<[string, object]>([
    ['captcha_site_key', { captcha_site_key: 't:1x00000000000000000000AA' }],
    ['smart_wallet_config', smart('safe')],
    ['funding_config', { funding_config: funding }],
    [
      'telegram_auth_config',
      {
        telegram_auth_config: {
          ...{ bot_id: '1', bot_name: 'b', link_enabled: true, seamless_auth_enabled: true },
        },
      },
    ],
  ])('%s', async (name, body) => {
    expect((await change(body)).status).toBe(200)

    const { status, body: app } = await change({ [name]: null })

    expect(status).toBe(200)
    expect(app).not.toHaveProperty(name)
  })

  test('error: a captcha that is on keeps its key', async () => {
    const on = {
      captcha_enabled: true,
      captcha_site_key: 't:1x00000000000000000000AA',
      captcha_secret_key: 'a-secret-of-the-service',
    }
    expect((await change(on)).status).toBe(200)

    expect((await change({ captcha_site_key: null })).body).toMatchObject({ code: 'invalid_data' })
    const off = { captcha_enabled: false, captcha_site_key: null }
    expect((await change(off)).status).toBe(200)
  })
})
