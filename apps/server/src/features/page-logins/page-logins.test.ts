import { createHash } from 'node:crypto'
import { api, type LoginProvider, oauthParameters } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  authOrigin,
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOwnPage } from './own-page.js'

/* Logins on the pages of the auth origin that stand alone. */

const { pageLogins } = api
let kit: TestKit
let visits: OAuthVisits
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const settings = { sms_auth: true, google_oauth: true, github_oauth: true }
  kit = await createTestKit({ app: { settings }, deps: { outbound: simulatedOutbound(simulator) } })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
})
afterAll(() => kit.close())

const page = { origin: authOrigin }
const countUsers = async () =>
  (await kit.db.selectFrom('user_account').select('id').execute()).length

describe('a code', () => {
  test('is sent by email to users alone, and logs in without making an account', async () => {
    const ada = await kit.signIn('ada@example.com')
    const before = await countUsers()
    const stranger = { body: { email: 'eve@example.com' } }
    const answered = await kit.call(pageLogins.emailInit, stranger, page)
    expect([answered.body.success, String(answered.headers['set-cookie'])]).toEqual([
      true,
      expect.stringContaining('flow'),
    ])
    expect(kit.mailbox.mails.some(({ to }) => to === 'eve@example.com')).toBe(false)

    await kit.call(pageLogins.emailInit, { body: { email: 'ada@example.com' } }, page)
    const code = kit.mailbox.codeFor('ada@example.com')
    const login = { body: { email: 'ada@example.com', code } }
    const answer = await kit.call(pageLogins.email, login, page)

    expect([answer.status, answer.body.user?.id]).toEqual([200, ada.user.id])
    expect(await countUsers()).toBe(before)
  })

  test('is sent by text message to users alone, however the number is written', async () => {
    const phoneNumber = '+12025550123'
    await kit.call(api.sms.init, { body: { phoneNumber } })
    const made = { body: { phoneNumber, code: kit.phones.codeFor(phoneNumber) } }
    const { body: ada } = await kit.call(api.sms.authenticate, made)
    const before = [await countUsers(), kit.phones.messages.length]
    const stranger = { body: { phoneNumber: '+12025550199' } }
    expect((await kit.call(pageLogins.smsInit, stranger, page)).body.success).toBe(true)
    expect([await countUsers(), kit.phones.messages.length]).toEqual(before)

    const typed = '(202) 555-0123'
    expect(
      (await kit.call(pageLogins.smsInit, { body: { phoneNumber: typed } }, page)).status,
    ).toBe(200)
    const body = { phoneNumber: typed, code: kit.phones.codeFor(phoneNumber) }
    const answer = await kit.call(pageLogins.sms, { body }, page)

    expect([answer.status, answer.body.user?.id]).toEqual([200, ada.user?.id])
    expect(await countUsers()).toBe(before[0])
  })

  test('error: is not sent by text message without the captcha that the app asks for', async () => {
    const captcha = { captcha_enabled: true, captcha_site_key: 't:1x00000000000000000000AA' }
    const settings = { sms_auth: true, ...captcha }
    const privateSettings = { captcha_secret_key: '1x0000000000000000000000000000000AA' }
    const { appId } = await kit.addApp({ settings, privateSettings })
    const before = kit.phones.messages.length
    const asked = { body: { phoneNumber: '+12025550123' } }
    const answer = await kit.call(pageLogins.smsInit, asked, { ...page, appId })
    expect([answer.status, answer.body.code]).toEqual([403, 'disallowed_login_method'])
    expect(kit.phones.messages).toHaveLength(before)
  })

  test('error: a code that was not sent, and a number that is none', async () => {
    const wrong = { body: { phoneNumber: '+12025550123', code: '000000' } }
    expect(await kit.call(pageLogins.sms, wrong, page)).toMatchObject({ status: 422 })
    const none = await kit.call(pageLogins.smsInit, { body: { phoneNumber: '12' } }, page)
    expect(none.body.error).toBe('Invalid phone number, not formatted correctly')
  })
})

/** Starts a login on a page of the app, and comes back from the provider. */
async function visit(provider: LoginProvider, { name, to }: { name: string; to?: string }) {
  const verifier = 'v'.repeat(43)
  const redirect_to = to ?? `${authOrigin}/apps/${kit.appId}/embedded-wallets/device?code=BCDFGHJK`
  const body = {
    ...{ provider, redirect_to, state_code: 'a state' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
  const begun = await kit.call(pageLogins.oauthInit, { body }, page)
  if (begun.status !== 200) return { begun, returned: undefined, finish: undefined }
  const [set = ''] = [begun.headers['set-cookie']].flat().map(String)
  const started = { url: String(begun.body.url), state: 'a state', verifier }
  const cookie = set.split(';')[0] ?? ''
  const returned = await visits.returned({ ...started, cookie }, { name })
  const redeemed = {
    ...{ authorization_code: returned.code, state_code: returned.state, code_verifier: verifier },
  }
  const finish = () =>
    kit.call(pageLogins.oauth, { body: redeemed }, { ...page, headers: { cookie } })
  return { begun, returned, finish }
}

describe('a login at a provider', () => {
  test('returns to the page with what it is about, and logs in once, without the provider’s tokens', async () => {
    await visits.configure(kit, { returnTokens: true })
    const { body: made } = await visits.login('google', { name: 'grace' })
    const { returned, finish } = await visit('google', { name: 'grace' })
    const url = new URL(returned?.location ?? '')
    expect([url.pathname, url.searchParams.get('code')]).toEqual([
      `/apps/${kit.appId}/embedded-wallets/device`,
      'BCDFGHJK',
    ])
    expect(url.searchParams.get(oauthParameters.state)).toBe('a state')

    const answer = await finish?.()
    expect([answer?.status, answer?.body.user?.id]).toEqual([200, made.user?.id])
    expect(answer?.body).not.toHaveProperty('oauth_tokens')
    expect((await finish?.())?.body.code).toBe('token_already_used')
  })

  test('error: makes no account', async () => {
    const before = await countUsers()
    const { finish } = await visit('google', { name: 'a-stranger' })
    expect((await finish?.())?.body.code).toBe('user_does_not_exist')
    expect(await countUsers()).toBe(before)
  })

  test('error: a provider that the app does not have on', async () => {
    const { begun } = await visit('discord', { name: 'grace' })
    expect(begun.body.code).toBe('disallowed_login_method')
  })

  test.each([
    ['a page of the app', () => 'http://localhost:4402/'],
    ['another page of the auth origin', () => `${authOrigin}/login/email`],
    ['a page of another app', () => `${authOrigin}/apps/another/embedded-wallets/device`],
    ['the exported key', () => `${authOrigin}/apps/${kit.appId}/embedded-wallets/export`],
    ['another port', () => `http://localhost:4401/apps/${kit.appId}/embedded-wallets/device`],
    ['a user name', () => `http://a@localhost:4400/apps/${kit.appId}/embedded-wallets/device`],
    ['no address', () => 'device'],
  ])('OAU-09: error: returns to no other place: %s', async (_name, to) => {
    const { begun } = await visit('google', { name: 'grace', to: to() })
    expect([begun.status, begun.body.code]).toEqual([403, 'invalid_origin'])
  })

  test('OAU-09: error: an address that a parser reads otherwise is none of the pages', () => {
    const read = (given: string) => readOwnPage(given, { app: { id: 'app' }, origin: authOrigin })
    const folder = `${authOrigin}/apps/app/embedded-wallets`
    expect(read(`${folder}/approval?intent=a`)?.href).toBe(`${folder}/approval?intent=a`)
    for (const given of [
      `${folder}/device#a`,
      `${folder}/device/`,
      `${folder}/../x`,
      `${folder}/device%2f`,
      'javascript:alert(1)',
    ])
      expect(read(given)).toBeUndefined()
  })

  test('ORI-01: error: begins and ends on no page of the app', async () => {
    const body = { email: 'ada@example.com' }
    const { body: refused } = await kit.call(pageLogins.emailInit, { body })
    expect(refused.code).toBe('invalid_origin')
  })
})
