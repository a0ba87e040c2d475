import { createHash } from 'node:crypto'
import { api, headers, type LoginProvider, oauthParameters, solveWork } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  authOrigin,
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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

/** Asks for a code on the page; gives it when it has come, which is after the answer. */
async function codeByMail(email: string): Promise<string> {
  const seen = kit.mailbox.mails.length
  expect((await kit.call(pageLogins.emailInit, { body: { email } }, page)).status).toBe(200)
  await expect.poll(() => kit.mailbox.mails.length).toBe(seen + 1)
  return kit.mailbox.codeFor(email)
}
const codesOf = (address: string) =>
  kit.db.selectFrom('one_time_code').select('code_hash').where('address', '=', address).execute()
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
    await expect.poll(() => codesOf('eve@example.com')).toEqual([])
    expect(kit.mailbox.mails.some(({ to }) => to === 'eve@example.com')).toBe(false)

    const code = await codeByMail('ada@example.com')
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
    await expect.poll(() => codesOf('+12025550199')).toEqual([])
    expect([await countUsers(), kit.phones.messages.length]).toEqual(before)

    const typed = '(202) 555-0123'
    expect(
      (await kit.call(pageLogins.smsInit, { body: { phoneNumber: typed } }, page)).status,
    ).toBe(200)
    await expect.poll(() => kit.phones.messages.length).toBe(Number(before[1]) + 1)
    const body = { phoneNumber: typed, code: kit.phones.codeFor(phoneNumber) }
    const answer = await kit.call(pageLogins.sms, { body }, page)

    expect([answer.status, answer.body.user?.id]).toEqual([200, ada.user?.id])
    expect(await countUsers()).toBe(before[0])
  })

  test('error: tells no one who is a user: where the app is full, or the mail server refuses or is away', async () => {
    const { appId } = await kit.addApp({ maxUsers: 1 })
    const [at, member] = [{ ...page, appId }, 'member@example.com']
    await kit.signIn(member, { appId })
    const ask = async (email: string) => {
      const { status, body, ...answer } = await kit.call(
        pageLogins.emailInit,
        { body: { email } },
        at,
      )
      const cookies = String(answer.headers['set-cookie']).replaceAll(/=[\w-]{10,}/g, '=…')
      return { status, body, cookies }
    }
    const ofMember = await ask(member)
    expect([ofMember.status, ofMember.body]).toEqual([200, { success: true }])
    expect(await ask('stranger@example.com')).toEqual(ofMember)

    const before = (await codesOf(member)).length
    vi.spyOn(kit.mailbox, 'send').mockRejectedValueOnce(new Error('The mail server is away'))
    expect(await ask(member)).toEqual(ofMember)
    await expect.poll(() => codesOf(member)).toHaveLength(before)
  })

  test.each([
    ['email', 'away@example.com', 'not-away@example.com'],
    ['sms', '+12025550144', '+12025550145'],
  ] as const)(
    'error: budgets tell no one who is a user while messages by %s can’t be sent',
    async (kind, ofUser, ofStranger) => {
      const ask = (key: string, ip: string) =>
        kind === 'email'
          ? kit.call(pageLogins.emailInit, { body: { email: key } }, { ...page, ip })
          : kit.call(pageLogins.smsInit, { body: { phoneNumber: key } }, { ...page, ip })
      if (kind === 'email') await kit.signIn(ofUser, { ip: '192.0.2.1' })
      else {
        await kit.call(api.sms.init, { body: { phoneNumber: ofUser } })
        const body = { phoneNumber: ofUser, code: kit.phones.codeFor(ofUser) }
        await kit.call(api.sms.authenticate, { body })
      }
      kit.clock.advance(25 * 3_600_000)
      const spy = vi
        .spyOn(kind === 'email' ? kit.mailbox : kit.phones, 'send')
        .mockRejectedValue(new RecipientRefused('refused'))
      const statuses = async (key: string, ip: string) => {
        const before = (await codesOf(key)).length
        const all = []
        for (let i = 0; i < 7; i += 1) {
          all.push((await ask(key, ip)).status)
          // What happens after the answer has happened.
          await expect.poll(() => codesOf(key)).toHaveLength(before)
        }
        return all
      }
      const answers = await statuses(ofUser, '198.51.100.7')
      expect(await statuses(ofStranger, '198.51.100.8')).toEqual(answers)
      expect(answers.at(-1)).toBe(429)
      spy.mockRestore()
    },
  )

  test('error: a user whom the app denies is not told apart from a stranger', async () => {
    const { appId, appSecret: secret } = await kit.addApp()
    const { user } = await kit.signIn('denied@example.com', { appId })
    const denied = { params: { app_id: appId }, body: { type: 'did', value: user.id } as const }
    expect((await kit.call(api.admission.deny, denied, { appId, secret })).status).toBe(200)
    const ask = async (email: string) => {
      const { status, body } = await kit.call(
        pageLogins.emailInit,
        { body: { email } },
        { ...page, appId },
      )
      return { status, body }
    }
    expect(await ask('denied@example.com')).toEqual(await ask('stranger@example.com'))
    expect(kit.mailbox.mails.filter(({ to }) => to === 'denied@example.com')).toHaveLength(1)
  })

  test('V9: strangers who use up the codes of an address cost its user a moment of work', async () => {
    const email = 'flooded@example.com'
    const body = { email }
    await kit.signIn(email, { ip: '192.0.2.1' })
    kit.clock.advance(11 * 60_000)
    const ask = (ip: string, headers = {}) =>
      kit.call(pageLogins.emailInit, { body }, { ...page, ip, headers })
    for (const n of [1, 2, 3]) for (let i = 0; i < 5; i += 1) await ask(`198.51.100.${n}`)
    const refused = await ask('203.0.113.9')
    expect(refused.status).toBe(429)
    const proof = await solveWork(refused.body.data?.work, (text) =>
      crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
    )
    expect((await ask('203.0.113.9', { [headers.workProof]: proof })).status).toBe(200)
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

describe('at the app’s own address', () => {
  const [url, host] = ['https://privy.acme.example', 'privy.acme.example']
  const createOwn = () =>
    kit.addApp({
      environment: 'production',
      settings: {
        allowed_domains: ['https://app.acme.example'],
        custom_api_url: url,
        sms_auth: true,
      },
    })

  test('a login is the page’s alone: it sets and ends no session of the app’s page', async () => {
    const { appId } = await createOwn()
    const at = { appId, origin: url, headers: { host } }
    const email = 'own@example.com'
    await kit.signIn(email, { appId, origin: 'https://app.acme.example' })
    const seen = kit.mailbox.mails.length
    await kit.call(pageLogins.emailInit, { body: { email } }, at)
    await expect.poll(() => kit.mailbox.mails.length).toBe(seen + 1)
    const body = { email, code: kit.mailbox.codeFor(email) }
    const { status, body: session, ...answer } = await kit.call(pageLogins.email, { body }, at)
    expect(status).toBe(200)
    const cookies = [answer.headers['set-cookie'] ?? []].flat().join('\n')
    expect(cookies).not.toContain('privy-')
    expect(cookies).toContain('sallyport-wallet-')

    const ended = await kit.call(
      pageLogins.logOut,
      { body: {} },
      { ...at, token: session.token ?? '' },
    )
    expect([ended.status, String(ended.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('Max-Age=0'),
    ])
    expect(String(ended.headers['set-cookie'])).not.toContain('privy-')
  })

  test('a login at a provider returns to the page there, and from there to no other address', () => {
    const folder = `${url}/apps/app/embedded-wallets`
    const read = (given: string) => readOwnPage(given, { app: { id: 'app' }, origin: url })
    expect(read(`${folder}/device?code=A`)?.href).toBe(`${folder}/device?code=A`)
    expect(read(`${authOrigin}/apps/app/embedded-wallets/device`)).toBeUndefined()
  })
})
