import { api } from '@sallyport/contract'
import { createTestKit, dumpTables, type TestKit } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { smsChannel } from './channel.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { sms_auth: true } } })
})
afterAll(() => kit.close())
afterEach(() => kit.clock.advance(25 * 3_600_000))

const init = (phoneNumber: string, appId = kit.appId) =>
  kit.call(api.sms.init, { body: { phoneNumber } }, { appId })
const login = (phoneNumber: string, code: string, appId = kit.appId) =>
  kit.call(api.sms.authenticate, { body: { phoneNumber, code } }, { appId })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const wrongCode = {
  status: 422,
  body: { code: 'invalid_credentials', error: 'Invalid SMS verification code' },
}
let serial = 0
/** A number that no other test uses. */
const newNumber = () => `+1202555${String(1000 + serial++)}`

describe('SMS login', () => {
  test('signs in with the code from the message and makes the user once', async () => {
    const number = newNumber()
    await init(number)
    const first = await login(number, kit.phones.codeFor(number))
    await init(number)
    const second = await login(number, kit.phones.codeFor(number))

    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(first.body.user?.linked_accounts).toMatchObject([{ type: 'phone', phoneNumber: number }])
    expect(kit.phones.messages.at(-1)?.text).toMatch(/^\d{6} is your Acme code\. Never share it\.$/)
  })

  test('SMS-02: a number written in other ways is the same number and has one counter', async () => {
    const spellings = [
      '(202) 555-0123',
      '+1 2025550123',
      '202.555.0123',
      '1 202 555 0123',
      '\uff0b1\u00a0202\u00a0555\u00a00123',
    ]
    for (const each of spellings) expect((await init(each)).status).toBe(200)

    expect((await init('2025550123')).status).toBe(429)
    const { status } = await login('+1-202-555-0123', kit.phones.codeFor('+12025550123'))
    expect(status).toBe(200)
  })

  test.each([
    '12',
    '',
    'abc',
    '+999 12345678',
    '202555012',
    '+1 2025550123;ext=4',
    '\uff0b1202555012',
    '1'.repeat(251),
  ])('SMS-03 SMS-04: error: %j is badly formatted', async (number) => {
    const before = kit.phones.messages.length
    expect(await init(number)).toMatchObject({
      status: 422,
      body: { code: 'invalid_data', error: 'Invalid phone number, not formatted correctly' },
    })
    expect(await login(number, '123456')).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials', error: 'Invalid phone number' },
    })
    expect(kit.phones.messages).toHaveLength(before)
  })

  test('SMS-04: error: a wrong code, a code of another length, a used code, an old code', async () => {
    const number = newNumber()
    await init(number)
    const code = kit.phones.codeFor(number)
    expect(await login(number, wrong(code))).toMatchObject(wrongCode)
    expect(await login(number, '12345')).toMatchObject(wrongCode)
    expect((await login(number, code)).status).toBe(200)
    expect(await login(number, code)).toMatchObject(wrongCode)

    await init(number)
    kit.clock.advance(10 * 60_000)
    expect(await login(number, kit.phones.codeFor(number))).toMatchObject(wrongCode)
  })

  test('error: after five wrong codes the right one, and a code of another app', async () => {
    const number = newNumber()
    await init(number)
    const code = kit.phones.codeFor(number)
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    expect(await login(number, code, appId)).toMatchObject(wrongCode)
    for (const _try of [1, 2, 3, 4, 5]) await login(number, wrong(code))
    expect(await login(number, code)).toMatchObject(wrongCode)
  })

  test('error: a number that the provider refuses costs nothing', async () => {
    const number = '+12025550199'
    for (let count = 0; count < 8; count += 1) {
      expect(await init(number)).toMatchObject({
        status: 400,
        body: { code: 'invalid_data', error: 'This phone number does not take text messages' },
      })
    }
    const codes = kit.db.selectFrom('one_time_code').where('address', '=', number).selectAll()
    expect(await codes.execute()).toEqual([])
  })

  test('SMS-05: numbers of one block in sequence are refused until its time is over, others are not', async () => {
    const limited = await createTestKit({
      app: { settings: { sms_auth: true } },
      config: { codesPerAppPerHour: 10_000 },
    })
    const send = (phoneNumber: string, last: number) =>
      limited.call(api.sms.init, { body: { phoneNumber } }, { ip: `198.51.100.${last}` })
    const answers = []
    for (let n = 0; n < 50; n += 1) answers.push(await send(`+1202555${1000 + n}`, n))
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(200))
    for (const { status, body, headers } of answers.slice(30)) {
      expect([status, body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(limited.phones.messages).toHaveLength(30)
    const alarms = limited.log.filter((line) => line.includes('"budget":"sms-sent-block"'))
    expect(alarms).toHaveLength(1)

    expect((await send('+12025562000', 90)).status).toBe(200)
    limited.clock.advance(10 * 60_000)
    expect((await send('+12025551060', 91)).status).toBe(200)
    await limited.close()
  })

  // No delivery webhook is built: an unknown path below the API's prefixes is 400, any other one 404.
  test('SMS-10: a report of a delivery finds no route and changes nothing', async () => {
    const before = await dumpTables(kit.db)
    const report = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+12025550123' }
    const paths = { '/webhooks/sms': 404, '/sms/status': 404, '/api/v1/sms/status': 400 }
    for (const [url, status] of Object.entries(paths)) {
      const answer = await kit.server.inject({ method: 'POST', url, payload: report })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, status, 'not_supported'])
    }
    expect(await dumpTables(kit.db)).toBe(before)
    expect((await init(newNumber())).status).toBe(200)
  })

  test('error: an outage of the provider is 503 and costs nothing', async () => {
    let isDown = true
    const other = await createTestKit({
      app: { settings: { sms_auth: true } },
      deps: {
        channels: {
          sms: {
            send: async () => {
              if (isDown) throw new Error('The SMS provider answered 500')
            },
            close: () => {},
          },
        },
      },
    })
    const send = () => other.call(api.sms.init, { body: { phoneNumber: '+12025550150' } })
    for (let count = 0; count < 8; count += 1) {
      expect(await send()).toMatchObject({ status: 503, body: { code: 'internal_error' } })
    }
    isDown = false
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push((await send()).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    await other.close()
  })

  test('error: a server without an SMS account says so', async () => {
    const sms = smsChannel.create(null)
    const other = await createTestKit({
      app: { settings: { sms_auth: true } },
      deps: { channels: { sms } },
    })
    const { status, body } = await other.call(api.sms.init, { body: { phoneNumber: newNumber() } })

    expect([status, body.code]).toEqual([400, 'not_supported'])
    await other.close()
  })

  test('error: SMS login switched off, and a number that the allow-list does not name', async () => {
    const off = await kit.addApp()
    expect((await init(newNumber(), off.appId)).body.code).toBe('disallowed_login_method')
    expect((await login(newNumber(), '123456', off.appId)).body.code).toBe(
      'disallowed_login_method',
    )

    const listed = newNumber()
    const settings = { sms_auth: true, allowlist_enabled: true }
    const { appId, appSecret } = await kit.addApp({ settings })
    const entry = { params: { app_id: appId }, body: { type: 'phone' as const, value: listed } }
    await kit.call(api.admission.allow, entry, { appId, secret: appSecret })
    expect((await init(newNumber(), appId)).body.code).toBe('allowlist_rejected')
    expect((await init(listed, appId)).status).toBe(200)
  })

  test('no code, number or text is logged', async () => {
    const number = newNumber()
    await init(number)
    const code = kit.phones.codeFor(number)
    await login(number, wrong(code))
    await login(number, code)
    await init('+12025550199')

    const log = kit.log.join('')
    for (const secret of [number, code, '+12025550199']) expect(log).not.toContain(secret)
  })
})

describe('the settings of the SMS channel in production', () => {
  const url = 'https://api.twilio.com'
  const complete = {
    SALLYPORT_SMS_URL: url,
    SALLYPORT_SMS_ACCOUNT: 'AC1',
    SALLYPORT_SMS_TOKEN: 'hush',
    SALLYPORT_SMS_FROM: '+12015550100',
  }
  const problemsOf = (given: Partial<typeof complete>) =>
    smsChannel.unsafeInProduction(given).filter((problem) => problem !== undefined)

  test('all or none are set', () => {
    expect(problemsOf(complete)).toEqual([])
    expect(problemsOf({ SALLYPORT_SMS_URL: url })).toEqual([])
    expect(problemsOf({ ...complete, SALLYPORT_SMS_URL: 'http://127.0.0.1:9999' })).toEqual([])
  })

  test.each([
    [{ SALLYPORT_SMS_URL: 'http://sms.example' }, 'must be an https URL'],
    [{ SALLYPORT_SMS_URL: 'sms.example' }, 'must be an https URL'],
    [{ SALLYPORT_SMS_URL: 'https://a:hush@sms.example' }, 'must not contain a user or password'],
    [{ SALLYPORT_SMS_FROM: 'Acme' }, 'must be a number such as'],
  ])('T-26: error: %o', (given, problem) => {
    const problems = problemsOf({ ...complete, ...given })
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems.join()).not.toContain('hush')
  })

  test('error: an account without its token and sender', () => {
    expect(problemsOf({ SALLYPORT_SMS_URL: url, SALLYPORT_SMS_ACCOUNT: 'AC1' })).toEqual([
      expect.stringContaining('SALLYPORT_SMS_TOKEN is missing'),
      expect.stringContaining('SALLYPORT_SMS_FROM is missing'),
    ])
  })
})
