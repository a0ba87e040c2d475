import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as admission from '../../db/admission.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const newApp = async (settings: object = {}) => {
  const { appId, appSecret } = await kit.addApp({ settings })
  const params = { app_id: appId }
  const options = { appId, secret: appSecret }
  const init = async (email: string) => {
    const { status, body } = await kit.call(api.email.init, { body: { email } }, { appId })
    return status === 200 ? 'sent' : body.code
  }
  return { appId, params, options, init }
}

describe('allow list', () => {
  test('entries are added once, listed with their first login, and removed', async () => {
    const { params, options, appId, init } = await newApp({ allowlist_enabled: true })
    const body = { type: 'email' as const, value: ' Ada@Example.com ' }
    expect(await init('ada@example.com')).toBe('allowlist_rejected')

    const first = await kit.call(api.admission.allow, { params, body }, options)
    const again = await kit.call(api.admission.allow, { params, body }, options)
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      type: 'email',
      value: 'ada@example.com',
      acceptedAt: null,
      appId,
    })

    await kit.signIn('ada@example.com', { appId })
    const { body: list } = await kit.call(api.admission.allowlist, { params }, options)
    expect(list).toMatchObject([{ value: 'ada@example.com', acceptedAt: expect.any(Number) }])

    await kit.call(api.admission.disallow, { params, body }, options)
    expect(await init('ada@example.com')).toBe('allowlist_rejected')
  })

  test('a domain admits its addresses and no others', async () => {
    const { params, options, init } = await newApp({ allowlist_enabled: true })
    const body = { type: 'email_domain' as const, value: '@Example.org' }
    const { body: entry } = await kit.call(api.admission.allow, { params, body }, options)
    expect(entry).toMatchObject({ type: 'emailDomain', value: 'example.org' })
    expect(await init('ada@example.org')).toBe('sent')
    expect(await init('ada@mail.example.org')).toBe('allowlist_rejected')
    expect(await init('ada@notexample.org')).toBe('allowlist_rejected')
  })

  test.each([
    ['phone', '(201) 555-0123', '+12015550123'],
    ['wallet', wallet.toLowerCase(), wallet],
  ])('a %s is stored in one spelling', async (type, value, spelled) => {
    const { params, options } = await newApp()
    const { body } = await kit.call(
      api.admission.allow,
      { params, body: { type, value } as never },
      options,
    )
    expect(body).toMatchObject({ type, value: spelled })
  })

  test.each([
    ['email', 'x'],
    ['phone', 'x'],
    ['wallet', '0x1'],
    ['emailDomain', 'a b'],
    ['did', 'did:privy:x'],
    ['fax', '1'],
  ])('error: %s %s', async (type, value) => {
    const { params, options } = await newApp()
    const answer = await kit.call(
      api.admission.allow,
      { params, body: { type, value } as never },
      options,
    )
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
  })
})

describe('deny list', () => {
  test.each([
    ['email', 'ada@example.com'],
    ['emailDomain', 'example.com'],
  ])('%s is refused at init and ends the sessions of those it names', async (type, value) => {
    const { params, options, appId, init } = await newApp()
    const ada = await kit.signIn('ada@example.com', { appId })
    const bob = await kit.signIn('bob@example.net', { appId })
    await kit.call(api.admission.deny, { params, body: { type, value } as never }, options)

    expect(await init('ada@example.com')).toBe('allowlist_rejected')
    const me = (token: string) => kit.call(api.user.me, {}, { appId, token })
    expect([(await me(ada.token)).status, (await me(bob.token)).status]).toEqual([401, 200])
    expect(await init('bob@example.net')).toBe('sent')

    await kit.call(api.admission.undeny, { params, body: { type, value } as never }, options)
    expect(await init('ada@example.com')).toBe('sent')
  })

  test('a user is denied by id, and wins over the allow list', async () => {
    const { params, options, appId, init } = await newApp({ allowlist_enabled: true })
    const allow = { type: 'email' as const, value: 'ada@example.com' }
    await kit.call(api.admission.allow, { params, body: allow }, options)
    const { user } = await kit.signIn('ada@example.com', { appId })
    const body = { type: 'did' as const, value: user.id }
    const { body: entry } = await kit.call(api.admission.deny, { params, body }, options)
    expect(entry).toMatchObject({ type: 'did' as const, value: user.id })
    expect(await init('ada@example.com')).toBe('allowlist_rejected')
  })

  test('APP-15: error: the list is full', async () => {
    const { params, options, appId } = await newApp()
    const most = admission.maxDenylistEntries
    await kit.db
      .insertInto('denylist_entry')
      .values(
        Array.from({ length: most - 1 }, (_, index) => ({
          app_id: appId,
          type: 'email',
          value: `${index}@example.com`,
          id: String(index),
          created_at: 0,
        })),
      )
      .execute()
    const add = (value: string) =>
      kit.call(api.admission.deny, { params, body: { type: 'emailDomain', value } }, options)
    const answers = await Promise.all(['a.test', 'b.test', 'c.test', 'd.test'].map(add))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
    expect(codes).toEqual([...Array(3).fill('max_denylist_entries_reached'), 'ok'])
    const count = await kit.db
      .selectFrom('denylist_entry')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow()
    expect(count.count).toBe(most)
  })
})

describe('test accounts', () => {
  test('are answered in both shapes, and none by default', async () => {
    const { params, options } = await newApp()
    const read = () => kit.call(api.admission.testCredentials, { params }, options)
    expect((await read()).body).toEqual({ data: [] })
    const { body } = await kit.call(api.admission.addTestAccount, { params, body: {} }, options)
    const { body: both } = await read()
    expect(both.data).toEqual([body])
    expect(both).toMatchObject({
      email: body.email,
      phoneNumber: body.phone_number,
      otpCode: body.otp_code,
    })
  })
})

describe('login by a test account', () => {
  test('takes its fixed code with and without init, sends nothing, and refuses another code', async () => {
    const { params, options, appId, init } = await newApp({ sms_auth: true })
    const { body: account } = await kit.call(
      api.admission.addTestAccount,
      { params, body: {} },
      options,
    )
    const { email, phone_number: phoneNumber, otp_code: code } = account
    const login = (typed: string, by: object = { appId }) =>
      kit.call(api.email.authenticate, { body: { email, code: typed } }, by)
    const mails = kit.mailbox.mails.length

    expect(await init(email)).toBe('sent')
    expect(kit.mailbox.mails).toHaveLength(mails)
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await login(wrong)).body.code).toBe('invalid_credentials')
    const first = await login(code)
    // The back-end client logs in without asking for a code (wire reference §23).
    const again = await login(code, options)
    expect([first.status, again.status, again.body.user?.id]).toEqual([
      200,
      200,
      first.body.user?.id,
    ])
    const phone = await kit.call(api.sms.authenticate, { body: { phoneNumber, code } }, { appId })
    expect(phone.status).toBe(200)
  })
})

describe('who may call', () => {
  test.each(Object.entries(api.admission))(
    '%s names the app of its secret (APP-03)',
    async (_name, route) => {
      const other = await kit.addApp()
      const params = { app_id: other.appId, test_account_id: 'x' }
      const input = { params, body: { type: 'email', value: 'a@example.com' } } as never
      const { status, body } = await kit.call(route as never, input, { secret: kit.appSecret })
      expect([status, (body as { code: string }).code]).toEqual([
        400,
        'missing_or_invalid_privy_app_id',
      ])
      const without = await kit.call(route as never, input, { appId: other.appId })
      expect((without.body as { code: string }).code).toBe('invalid_credentials')
    },
  )
})
