import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
afterEach(() => kit.clock.advance(25 * 3_600_000))

const init = (email: string, appId = kit.appId) =>
  kit.call(api.email.init, { body: { email } }, { appId })
const login = (email: string, code: string, mode?: 'no-signup', appId = kit.appId) =>
  kit.call(api.email.authenticate, { body: { email, code, ...(mode && { mode }) } }, { appId })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const wrongCode = {
  status: 422,
  body: { code: 'invalid_credentials', error: 'Invalid email verification code' },
}

describe('email login', () => {
  test('signs in with the code from the mail and makes the user once', async () => {
    const first = await kit.signIn('ada@example.com')
    const second = await kit.signIn('ada@example.com')

    expect([first.is_new_user, second.is_new_user]).toEqual([true, false])
    expect(second.user.id).toBe(first.user.id)
    expect(first.user).toMatchObject({
      linked_accounts: [{ type: 'email', address: 'ada@example.com' }],
      mfa_methods: [],
      is_guest: false,
      has_accepted_terms: false,
    })
    expect(first).toMatchObject({ privy_access_token: null, session_update_action: 'set' })
  })

  test('takes the address in any case and with spaces around it', async () => {
    await init('  Grace@Example.COM ')
    const { body } = await login('GRACE@example.com', kit.mailbox.codeFor('grace@example.com'))
    expect(body.user?.linked_accounts).toMatchObject([{ address: 'grace@example.com' }])
  })

  test('50 parallel sign-ins with one code make one session', async () => {
    await init('race@example.com')
    const code = kit.mailbox.codeFor('race@example.com')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login('race@example.com', code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0)
  })

  test('EML-01: error: the right code after five wrong ones', async () => {
    await init('five@example.com')
    const code = kit.mailbox.codeFor('five@example.com')
    for (const _try of [1, 2, 3, 4, 5]) {
      expect(await login('five@example.com', wrong(code))).toMatchObject(wrongCode)
    }
    expect(await login('five@example.com', code)).toMatchObject(wrongCode)
  })

  test('EML-02: error: of 200 parallel guesses five are evaluated', async () => {
    await init('guess@example.com')
    const code = kit.mailbox.codeFor('guess@example.com')
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => login('guess@example.com', wrong(code))),
    )

    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(25)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(175)
    const row = await kit.db
      .selectFrom('one_time_code')
      .select('network_tries')
      .where('address', '=', 'guess@example.com')
      .executeTakeFirstOrThrow()
    expect(row.network_tries).toBe(5)
  })

  test('EML-04: error: the right code the second time', async () => {
    await init('twice@example.com')
    const code = kit.mailbox.codeFor('twice@example.com')
    expect((await login('twice@example.com', code)).status).toBe(200)
    expect(await login('twice@example.com', code)).toMatchObject(wrongCode)
  })

  test('EML-05: error: 10 minutes later', async () => {
    await init('late@example.com')
    const code = kit.mailbox.codeFor('late@example.com')
    kit.clock.advance(10 * 60_000 - 1)
    await init('other-late@example.com')
    kit.clock.advance(1)
    expect(await login('late@example.com', code)).toMatchObject(wrongCode)
    const other = kit.mailbox.codeFor('other-late@example.com')
    expect((await login('other-late@example.com', other)).status).toBe(200)
  })

  test('EML-07: error: a code of another app', async () => {
    const { appId } = await kit.addApp()
    await init('tenant@example.com')
    const code = kit.mailbox.codeFor('tenant@example.com')
    expect(await login('tenant@example.com', code, undefined, appId)).toMatchObject(wrongCode)
  })

  test('EML-08: error: the older of two codes', async () => {
    await init('newer@example.com')
    const older = kit.mailbox.codeFor('newer@example.com')
    await init('newer@example.com')
    const newer = kit.mailbox.codeFor('newer@example.com')
    if (older !== newer) expect(await login('newer@example.com', older)).toMatchObject(wrongCode)
    expect((await login('newer@example.com', newer)).status).toBe(200)
  })

  test.each([
    'a@evil.com,victim@x.com',
    'a@evil.com;b@x.com',
    'a@x.com\r\nBcc: v@x.com',
    'a@x.com\u0000',
    'a@x.com%0d%0aBcc:v@x.com',
    'Kevin <a@x.com>',
    '\u212Aevin@x.com',
    'kev\u0131n@x.com',
    'kevin\uFF20x.com',
    'ke\u00ADvin@x.com',
    'ke\u200Bvin@x.com',
    `${'a'.repeat(250)}@x.com`,
  ])('EML-10 EML-11 EML-13: error: %j is not an address and gets no mail', async (address) => {
    const before = kit.mailbox.mails.length
    const { status, body } = await init(address)
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(kit.mailbox.mails).toHaveLength(before)
  })

  test('EML-14: error: a plus address where the app takes none', async () => {
    const { appId } = await kit.addApp({ settings: { disable_plus_emails: true } })
    expect((await init('v+1@x.com', appId)).body.code).toBe('disallowed_plus_email')
    expect((await init('v@x.com', appId)).status).toBe(200)
  })

  test('EML-16: without sign-up an unknown address is told so only after a right code', async () => {
    await kit.signIn('known@example.com')
    const [known, unknown] = [await init('known@example.com'), await init('unknown@example.com')]
    expect(known.body).toEqual(unknown.body)

    const code = kit.mailbox.codeFor('unknown@example.com')
    expect(await login('unknown@example.com', wrong(code), 'no-signup')).toMatchObject(wrongCode)
    expect((await login('unknown@example.com', code, 'no-signup')).body.code).toBe(
      'user_does_not_exist',
    )
    const again = kit.mailbox.codeFor('known@example.com')
    expect((await login('known@example.com', again, 'no-signup')).status).toBe(200)
  })

  test('EML-18: error: the sixth mail in 10 minutes, with the time to wait', async () => {
    const answers = []
    for (const _mail of [1, 2, 3, 4, 5, 6]) answers.push(await init('flood@example.com'))
    const last = answers.at(-1)

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(last?.body).toMatchObject({ code: 'too_many_requests', data: { retry_after: 600 } })
    expect(last?.headers['retry-after']).toBe('600')
    kit.clock.advance(600_000)
    expect((await init('flood@example.com')).status).toBe(200)
  })

  test('EML-18: error: the 21st mail in a day', async () => {
    for (const _round of [1, 2, 3, 4]) {
      for (const _mail of [1, 2, 3, 4, 5]) expect((await init('day@example.com')).status).toBe(200)
      kit.clock.advance(600_000)
    }
    expect((await init('day@example.com')).status).toBe(429)
  })

  test('EML-21: error: codes that are not six characters', async () => {
    const many = Array(6_000).fill('123456')
    for (const code of [123456, ['1'], many, {}, ' 123456', '12345', '1234567', null]) {
      const response = await kit.server.inject({
        method: 'POST',
        url: '/api/v1/passwordless/authenticate',
        headers: { 'privy-app-id': kit.appId },
        payload: { email: 'a@example.com', code },
      })
      expect(response.json()).toEqual({
        error: 'Verification code must have 6 digits.',
        code: 'invalid_data',
        data: { field: 'code' },
        request_id: expect.any(String),
      })
    }
  })

  test('EML-21: error: the right code in other digits', async () => {
    await init('digits@example.com')
    const code = kit.mailbox.codeFor('digits@example.com')
    for (const zero of ['\u0660', '\uff10']) {
      const other = [...code].map((digit) =>
        String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
      )
      expect(await login('digits@example.com', other.join(''))).toMatchObject(wrongCode)
    }
    expect((await login('digits@example.com', code)).status).toBe(200)
  })

  test('V15: error: a code that was entered while logins by email were off is used up', async () => {
    const { appId, appSecret: secret } = await kit.addApp()
    const email = 'switched@example.com'
    await init(email, appId)
    const body = { email, code: kit.mailbox.codeFor(email) }
    const enter = () => kit.call(api.email.authenticate, { body }, { appId })
    const turn = (email_auth: boolean) =>
      kit.call(api.adminApp.update, { body: { email_auth } }, { appId, secret })
    await turn(false)
    expect((await enter()).body.code).toBe('disallowed_login_method')
    await turn(true)

    expect((await enter()).body.code).toBe('invalid_credentials')
  })

  test('EML-22: error: an address that is not on the allow-list, before any mail', async () => {
    const { appId, appSecret } = await kit.addApp({ settings: { allowlist_enabled: true } })
    const entry = {
      params: { app_id: appId },
      body: { type: 'email' as const, value: 'in@example.com' },
    }
    await kit.call(api.admission.allow, entry, { appId, secret: appSecret })
    const before = kit.mailbox.mails.length

    const refused = await init('out@example.com', appId)
    expect([refused.status, refused.body.code]).toEqual([401, 'allowlist_rejected'])
    expect(kit.mailbox.mails).toHaveLength(before)
    expect((await init('in@example.com', appId)).status).toBe(200)
  })

  test('APP-10: error: email login is off', async () => {
    const { appId } = await kit.addApp({ settings: { email_auth: false } })
    expect((await init('a@example.com', appId)).body.code).toBe('disallowed_login_method')
    expect((await login('a@example.com', '123456', undefined, appId)).body.code).toBe(
      'disallowed_login_method',
    )
  })

  test('APP-14: of 20 parallel sign-ups for one place exactly one succeeds', async () => {
    const { appId } = await kit.addApp({ maxUsers: 1 })
    const people = Array.from({ length: 20 }, (_, index) => `place${index}@example.com`)
    for (const email of people) expect((await init(email, appId)).status).toBe(200)
    const answers = await Promise.all(
      people.map((email) => login(email, kit.mailbox.codeFor(email), undefined, appId)),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'max_accounts_reached')).toHaveLength(19)
  })

  test('a full app sends newcomers no code, and logs its users in', async () => {
    const { appId } = await kit.addApp({ maxUsers: 1 })
    await init('member@example.com', appId)
    await init('early@example.com', appId)
    const early = kit.mailbox.codeFor('early@example.com')
    await login('member@example.com', kit.mailbox.codeFor('member@example.com'), undefined, appId)

    const refused = await init('newcomer@example.com', appId)

    expect(refused).toMatchObject({ status: 403, body: { code: 'max_accounts_reached' } })
    expect(kit.mailbox.mails.filter(({ to }) => to === 'newcomer@example.com')).toEqual([])
    // The last place was taken after this code was sent.
    const late = await login('early@example.com', early, undefined, appId)
    expect(late.body.code).toBe('max_accounts_reached')
    expect((await init('member@example.com', appId)).status).toBe(200)
    const back = kit.mailbox.codeFor('member@example.com')
    expect((await login('member@example.com', back, undefined, appId)).status).toBe(200)
  })

  test('error: an address whose server refuses it', async () => {
    const { status, body } = await init('bounce@example.com')
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })
})
