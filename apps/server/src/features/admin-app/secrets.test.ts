import { generateKeyPairSync } from 'node:crypto'
import { type AppSecretName, api, appSecretNames } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const samples: Record<AppSecretName, string> = {
  telegram_bot_token: '7000000001:a-bot-token-for-this-test-only',
  captcha_secret_key: 'a-captcha-key-for-this-test-only',
  farcaster_app_account: `12:0x${'5e'.repeat(32)}`,
  icloud_web_api_token: '5a'.repeat(32),
  icloud_ios_api_token: '5b'.repeat(32),
  moonpay_secret_key: 'sk_live_for-this-test-only',
  moonpay_test_secret_key: 'sk_test_for-this-test-only',
  coinbase_api_key_secret: `${'A'.repeat(86)}==`,
}
const update = (body: object) => kit.call(api.adminApp.update, { body }, { secret: kit.appSecret })

describe.each(appSecretNames)('the secret %s', (name) => {
  test('is stored encrypted and only named in answers', async () => {
    const { status, body } = await update({ [name]: samples[name] })

    expect(status).toBe(200)
    expect(body.secrets_set).toContain(name)
    expect(JSON.stringify(body)).not.toContain(samples[name])
    const { rows } = await sql<{ row: string }>`select app::text as row from app`.execute(kit.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ row }) => row).join()).not.toContain(samples[name])
  })

  test('is refused in another form', async () => {
    const { status, body } = await update({ [name]: 'x' })

    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_data' })
    expect(JSON.stringify(body)).toContain(name)
  })
})

test('a null within a private setting stays when another setting is changed; a setting that is null is deleted', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const delegated_actions = {
    authorization_keys: [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    threshold: 1,
    policy: {
      version: 1,
      messages: true,
      typedData: false,
      transactions: { chainIds: ['31337'], recipients: null, mostWeiPerDay: '1' },
    },
  }
  expect(await update({ delegated_actions })).toMatchObject({ status: 200 })
  const { status, body } = await update({ farcaster_link_wallets_enabled: true })

  expect(status).toBe(200)
  expect(body.delegated_actions).toEqual(delegated_actions)
  expect((await update({ delegated_actions: null })).body.delegated_actions).toBeNull()
})
