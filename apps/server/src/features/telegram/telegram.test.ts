import { api } from '@sallyport/contract'
import { createTelegramBot, createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const token = '7000000001:a-bot-token-for-this-test-only'
const config = {
  bot_id: '7000000001',
  bot_name: 'acme_bot',
  link_enabled: true,
  seamless_auth_enabled: true,
}
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({
    app: {
      settings: { telegram_auth: true, telegram_auth_config: config },
      privateSettings: { telegram_bot_token: token },
    },
  })
})
afterAll(() => kit.close())

const bot = createTelegramBot({ token, nowMs: () => kit.clock.nowMs() })
const seconds = () => Math.floor(kit.clock.nowMs() / 1000)
const ada = { id: 5_000_000_000, first_name: 'Ada', username: 'ada' }
let serial = 0
/** Telegram signs the same user at the same second only once. */
const someone = () => ({ id: 9_000 + serial++, first_name: 'Ünï 🦊' })
const login = (body: object, appId = kit.appId) =>
  kit.call(api.telegram.authenticate, { body }, { appId })
const refused = { status: 401, body: { code: 'invalid_credentials' } }

describe('login by Telegram', () => {
  test('signs in by the widget and inside a mini app as the same user', async () => {
    const first = await login({
      telegram_auth_result: bot.widget({ ...ada, photo_url: 'https://t.me/a.jpg' }),
    })
    const second = await login({
      telegram_web_app_data: bot.launch(ada, seconds(), { chat_type: 'private', signature: 'abc' }),
    })
    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(first.body.user?.linked_accounts).toMatchObject([
      {
        type: 'telegram',
        telegram_user_id: '5000000000',
        first_name: 'Ada',
        username: 'ada',
        photo_url: 'https://t.me/a.jpg',
      },
    ])
    expect(second.body.user?.linked_accounts).toMatchObject([{ photo_url: null }])
  })

  test.each<[string, Record<string, string | number | boolean>]>([
    ['a text', { launch_source: 'menu' }],
    ['several', { launch_source: 'menu', boost: '7', zone: 'eu-1' }],
    ['a number', { level: 7 }],
    ['a truth value', { is_premium: true }],
    ['an empty text', { campaign: '' }],
    ['a text with an equals sign', { start: 'a=b' }],
    ['a name that sorts first', { a_source: 'x' }],
  ])('a field that Telegram adds is signed with the others: %s', async (_, more) => {
    const user = someone()
    const fields = { chat_type: 'private', signature: 'abc', ...more }
    const launch = bot.launch(user, seconds(), fields)
    const widget = bot.widget(user, seconds(), more)

    for (const body of [{ telegram_web_app_data: launch }, { telegram_auth_result: widget }]) {
      expect((await login(body)).status).toBe(200)
    }
    // A signed field that is left out, or changed, is missed.
    const [name = ''] = Object.keys(more)
    const { [name]: _left, ...without } = bot.launch(someone(), seconds(), fields) as object & {
      [name: string]: unknown
    }
    expect(await login({ telegram_web_app_data: without })).toMatchObject(refused)
    expect(
      await login({ telegram_web_app_data: { ...bot.launch(someone()), ...more } }),
    ).toMatchObject(refused)
  })

  test('error: line breaks and "=" make no other fields of those that are signed', async () => {
    const eve = { id: 9_999, first_name: 'Eve' }
    const signed = bot.widget(eve, seconds(), { nick: 'x\nid=1' })
    const { id: _id, ...rest } = signed
    for (const body of [
      signed,
      { ...rest, id: 1, nick: 'x', 'id=9999\nx': '1' },
      { ...rest, id: 1, nick: 'x\nid=9999' },
      { ...bot.widget(eve), 'a b': 'c' },
      { ...bot.widget(eve), ['n'.repeat(65)]: 'c' },
    ]) {
      expect(await login({ telegram_auth_result: body })).toMatchObject(refused)
    }
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'x']))
    expect(await login({ telegram_auth_result: bot.widget(eve, seconds(), many) })).toMatchObject(
      refused,
    )
    const nested = { ...bot.widget(eve), deep: { a: 1 } }
    expect(await login({ telegram_auth_result: nested })).toMatchObject({ status: 400 })
  })

  test('FAR-10: a picture that is not an https URL is left out', async () => {
    const { body } = await login({
      telegram_auth_result: bot.widget({ ...someone(), photo_url: 'javascript:alert(1)' }),
    })
    expect(body.user?.linked_accounts).toMatchObject([{ photo_url: null }])
  })

  test('TEL-01 TEL-08: error: a proof that is older than five minutes, or of tomorrow', async () => {
    for (const at of [seconds() - 301, seconds() + 86_400]) {
      expect(await login({ telegram_auth_result: bot.widget(someone(), at) })).toMatchObject(
        refused,
      )
      expect(await login({ telegram_web_app_data: bot.launch(someone(), at) })).toMatchObject(
        refused,
      )
    }
    expect(
      (await login({ telegram_auth_result: bot.widget(someone(), seconds() - 299) })).status,
    ).toBe(200)
  })

  test('TEL-02: error: a proof is accepted once, of 50 at the same time, too', async () => {
    const body = { telegram_auth_result: bot.widget(someone()) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await login(body)).toMatchObject({ status: 400, body: { code: 'token_already_used' } })
    const loud = {
      telegram_auth_result: {
        ...body.telegram_auth_result,
        hash: body.telegram_auth_result.hash.toUpperCase(),
      },
    }
    expect((await login(loud)).body.code).toBe('token_already_used')
  })

  test('a used proof stays refused after maintenance, for as long as it is valid', async () => {
    const body = { telegram_auth_result: bot.widget(someone()) }
    await login(body)
    kit.clock.advance(300_000)
    const { dropExpiredProofs } = await import('../../db/used-proofs.js')
    await dropExpiredProofs(kit.db, kit.clock.nowMs())
    expect((await login(body)).body.code).toBe('token_already_used')
  })

  test('TEL-06: error: the bot of another app, and no bot', async () => {
    const other = await kit.addApp({
      settings: { telegram_auth: true },
      privateSettings: { telegram_bot_token: '7000000002:another-bot-token-of-this-test' },
    })
    const proof = bot.widget(someone())
    expect(await login({ telegram_auth_result: proof }, other.appId)).toMatchObject(refused)
    expect((await login({ telegram_auth_result: proof })).status).toBe(200)
    const none = await kit.addApp({ settings: { telegram_auth: true } })
    expect((await login({ telegram_auth_result: proof }, none.appId)).body.code).toBe(
      'not_supported',
    )
  })

  test('TEL-07: error: a launch where the app wants no login without a click', async () => {
    const { appId } = await kit.addApp({
      settings: {
        telegram_auth: true,
        telegram_auth_config: { ...config, seamless_auth_enabled: false },
      },
      privateSettings: { telegram_bot_token: token },
    })
    const answer = await login({ telegram_web_app_data: bot.launch(someone()) }, appId)
    expect(answer).toMatchObject({ status: 403, body: { code: 'disallowed_login_method' } })
    expect((await login({ telegram_auth_result: bot.widget(someone()) }, appId)).status).toBe(200)
  })

  test('error: changed fields, the other kind of proof, none, both', async () => {
    const widget = bot.widget(ada)
    const launch = bot.launch(ada)
    for (const body of [
      { telegram_auth_result: { ...widget, id: 7 } },
      { telegram_auth_result: { ...widget, username: 'eve' } },
      { telegram_auth_result: { ...widget, first_name: 'Ada\nid=7' } },
      { telegram_auth_result: { ...widget, auth_date: widget.auth_date - 1 } },
      { telegram_auth_result: { ...widget, hash: launch.hash } },
      { telegram_web_app_data: { ...launch, user: JSON.stringify({ ...ada, id: 7 }) } },
      { telegram_web_app_data: { ...launch, hash: widget.hash } },
      { telegram_web_app_data: { ...launch, start_param: 'more' } },
      // Signed, but no user.
      { telegram_web_app_data: bot.launch('{' as never) },
    ]) {
      expect(await login(body)).toMatchObject(refused)
    }
    for (const body of [
      {},
      { telegram_auth_result: widget, telegram_web_app_data: launch },
      { telegram_auth_result: null },
      { telegram_auth_result: { ...widget, hash: 'abc' } },
      { telegram_auth_result: { ...widget, id: '5' } },
    ]) {
      expect(await login(body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    }
  })

  test('the bot’s token is stored encrypted, told to no one and not logged', async () => {
    const { appSecret, appId } = kit
    const own = await kit.call(api.adminApp.get, {}, { secret: appSecret })
    expect(own.body.secrets_set).toEqual(['telegram_bot_token'])
    const row = await kit.db
      .selectFrom('app')
      .selectAll()
      .where('id', '=', appId)
      .executeTakeFirstOrThrow()
    for (const text of [JSON.stringify(own.body), JSON.stringify(row), kit.log.join('')]) {
      expect(text).not.toContain(token)
    }
    const bad = await kit.call(
      api.adminApp.update,
      { body: { telegram_bot_token: 'x' } },
      { secret: appSecret },
    )
    expect(bad.body).toMatchObject({ code: 'invalid_data' })
  })
})
