import { api, type Route } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutboundAnswer, OutboundRequest } from '../ports/outbound.js'
import { judgeCaptcha } from './captcha.js'

const secret = '1x0000000000000000000000000000000AA'
const whole = { captcha_enabled: true, captcha_site_key: 't:1x00000000000000000000AA' }
const methods = {
  sms_auth: true,
  wallet_auth: true,
  solana_wallet_auth: true,
  google_oauth: true,
  passkey_auth: true,
  farcaster_auth: true,
  telegram_auth: true,
}
let kit: TestKit
let asked: OutboundRequest[] = []
let answer: () => Promise<OutboundAnswer>
const passed = async () => ({ status: 200, json: { success: true } })
const says = (json: unknown, status = 200) => {
  answer = async () => ({ status, json })
}

beforeAll(async () => {
  kit = await createTestKit({
    app: { settings: { ...whole, ...methods }, privateSettings: { captcha_secret_key: secret } },
    config: { ipPointsPerMinute: 0 },
    deps: {
      outbound: (request) => {
        asked.push(request)
        return answer()
      },
    },
  })
})
afterAll(() => kit.close())
beforeEach(() => {
  asked = []
  answer = passed
  kit.clock.advance(25 * 3_600_000)
})

const init = (body: { token?: string } = { token: 'proof' }, options = {}) =>
  kit.call(api.email.init, { body: { email: 'ada@example.com', ...body } }, options)
const invalidCaptcha = { status: 401, body: { code: 'invalid_captcha' } }
const unavailable = { status: 503, body: { code: 'internal_error' } }

describe('captcha', () => {
  test('a code is sent after the service took the token', async () => {
    expect((await init()).status).toBe(200)
    expect(asked).toMatchObject([
      {
        url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
        method: 'POST',
        form: { secret, response: 'proof', sitekey: '1x00000000000000000000AA' },
      },
    ])
  })

  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const calls: [string, Route, object][] = [
    ['email', api.email.init, { email: 'ada@example.com' }],
    ['SMS', api.sms.init, { phoneNumber: '+12025550123' }],
    ['SIWE', api.siwe.init, { address }],
    ['SIWS', api.siws.init, { address: '11111111111111111111111111111111' }],
    [
      'OAuth',
      api.oauth.init,
      {
        provider: 'google',
        redirect_to: 'http://localhost:3000/',
        state_code: 's'.repeat(43),
        code_challenge: 'c'.repeat(43),
      },
    ],
    ['passkey sign-up', api.passkey.registerInit, {}],
    ['passkey login', api.passkey.authenticateInit, {}],
    [
      'Farcaster',
      api.farcaster.init,
      { relying_party: 'http://localhost:3000', redirect_url: 'http://localhost:3000' },
    ],
    [
      'Telegram',
      api.telegram.authenticate,
      {
        telegram_auth_result: { id: 1, first_name: 'Ada', auth_date: 1, hash: '0'.repeat(64) },
      },
    ],
  ]
  test.each(calls)('error: %s without a token, and with a refused one', async (_, route, body) => {
    says({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    const call = (more: object) =>
      // Each body is of its own route.
      kit.call(route, { body: { ...body, ...more } } as never, { origin: 'http://localhost:3000' })

    expect(await call({})).toMatchObject(invalidCaptcha)
    expect(asked).toEqual([])
    expect(await call({ [route.captcha ?? '']: 'proof' })).toMatchObject(invalidCaptcha)
    expect(asked).toHaveLength(1)
  })

  test('every route that declares invalid_captcha demands one, and no other', () => {
    const routes: Route[] = Object.values(api).flatMap((group) => Object.values(group))
    const declaring = routes.filter(({ errors }) => errors.includes('invalid_captcha'))
    expect(routes.filter(({ captcha }) => captcha !== undefined)).toEqual(declaring)
    // Adding a passkey is tested below: it needs a user.
    expect(declaring).toHaveLength(calls.length + 1)
  })

  test('error: a signed-in user who adds a passkey needs one too', async () => {
    await init()
    const code = kit.mailbox.codeFor('ada@example.com')
    const body = { email: 'ada@example.com', code }
    const session = await kit.call(api.email.authenticate, { body })
    const token = session.body.token ?? ''
    expect(await kit.call(api.passkey.linkInit, { body: {} }, { token })).toMatchObject(
      invalidCaptcha,
    )
    const added = await kit.call(api.passkey.linkInit, { body: { token: 'proof' } }, { token })
    expect(added.status).toBe(200)
  })

  test('error: a back end is not excepted', async () => {
    expect(await init({}, { secret: kit.appSecret })).toMatchObject(invalidCaptcha)
  })

  test('R18: error: no answer, a broken one or a refused secret is 503, and no code is made', async () => {
    const asBob = () =>
      kit.call(api.email.init, { body: { email: 'bob@example.com', token: 'proof' } })
    answer = () => Promise.reject(new Error('down'))
    expect(await asBob()).toMatchObject(unavailable)
    for (const json of [undefined, { success: true, 'error-codes': ['internal-error'] }]) {
      says(json)
      expect(await asBob()).toMatchObject(unavailable)
    }
    says({ success: true }, 502)
    expect(await asBob()).toMatchObject(unavailable)
    says({ success: false, 'error-codes': ['invalid-input-secret'] })
    expect(await asBob()).toMatchObject(unavailable)
    const codes = kit.db.selectFrom('one_time_code').where('address', '=', 'bob@example.com')
    expect(await codes.selectAll().execute()).toEqual([])
  })

  test('error: an empty or oversized token is not sent on', async () => {
    expect(await init({ token: '' })).toMatchObject(invalidCaptcha)
    expect(await init({ token: 'x'.repeat(8_193) })).toMatchObject(invalidCaptcha)
    expect(asked).toEqual([])
  })

  test('neither token nor secret is logged', async () => {
    answer = () => Promise.reject(new Error('down'))
    await init({ token: 'proof-of-ada' })
    expect(kit.log.join('')).not.toContain('proof-of-ada')
    expect(kit.log.join('')).not.toContain(secret)
  })

  test('hCaptcha and a stand-in are asked at their own addresses', async () => {
    const { appId } = await kit.addApp({
      settings: { captcha_enabled: true, captcha_site_key: 'h:10000000-ffff' },
      privateSettings: { captcha_secret_key: '0x0000000000000000' },
    })
    await init({ token: 'proof' }, { appId })
    kit.deps.config.captchaUrl = 'http://localhost:9'
    await init({ token: 'proof' }, { appId })
    const { body } = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    kit.deps.config.captchaUrl = undefined

    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.hcaptcha.com/siteverify',
      'http://localhost:9/siteverify/hcaptcha',
    ])
    expect(body).toMatchObject({
      captcha_site_key: 'h:10000000-ffff',
      enabled_captcha_provider: 'hcaptcha',
      captcha_url: 'http://localhost:9',
    })
    expect(JSON.stringify(body)).not.toContain('0x0000000000000000')
  })
})

describe('the answer of a captcha service', () => {
  const judge = (json: object, origin?: string) => judgeCaptcha({ status: 200, json }, origin)
  const page = 'https://app.example.com'

  test('names the host and action of our widget, where it names them', () => {
    for (const more of [{}, { hostname: 'app.example.com', action: 'login' }, { action: '' }]) {
      expect(judge({ success: true, ...more }, page)).toBe('passed')
    }
    expect(judge({ success: true, hostname: 'app.example.com' })).toBe('passed')
  })

  test.each([
    { hostname: 'evil.example' },
    { action: 'comment' },
    { success: 'true' },
    { success: undefined },
  ])('error: %o fails', (more) => {
    expect(judge({ success: true, ...more }, page)).toBe('failed')
  })
})

describe('captcha settings', () => {
  const update = (body: object, app: { appId: string; appSecret: string }) =>
    kit.call(api.adminApp.update, { body }, { appId: app.appId, secret: app.appSecret })

  test('T-14: error: half a configuration is refused', async () => {
    const app = await kit.addApp()
    const refused = { status: 400, body: { code: 'invalid_data' } }
    expect(await update({ captcha_enabled: true }, app)).toMatchObject(refused)
    expect(await update(whole, app)).toMatchObject(refused)
    expect(await update({ captcha_site_key: 'key' }, app)).toMatchObject(refused)
    await expect(kit.addApp({ settings: whole })).rejects.toMatchObject({ code: 'invalid_data' })

    const set = await update({ ...whole, captcha_secret_key: secret }, app)
    expect(set).toMatchObject({
      status: 200,
      body: { secrets_set: ['captcha_secret_key'], enabled_captcha_provider: 'turnstile' },
    })
    expect(await update({ captcha_secret_key: null }, app)).toMatchObject(refused)
    const off = await update({ captcha_enabled: false, captcha_secret_key: null }, app)
    expect(off).toMatchObject({ status: 200, body: { enabled_captcha_provider: null } })
  })
})
