import { MailServerUnusable, smtpMailer } from '@sallyport/process/mail'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
let checks = 0
let isDown = false
const mailer = {
  send: async () => {},
  check: async () => {
    checks += 1
    if (isDown) throw new MailServerUnusable('mail.example:465', { code: 'ECONNREFUSED' })
  },
  close: () => {},
}
beforeAll(async () => {
  kit = await createTestKit({ deps: { channels: { email: mailer } } })
})
afterAll(() => kit.close())

const ready = async () => {
  const answer = await kit.server.inject('/readyz')
  return [answer.statusCode, answer.json().status, answer.json().mail]
}

describe('the mail server in /readyz', () => {
  test('is asked once in 30 seconds, and named in the log once when it is down and once when it is back', async () => {
    expect(await ready()).toEqual([200, 'ok', true])
    isDown = true
    expect(await ready()).toEqual([200, 'ok', true])
    kit.clock.advance(30_000)
    expect(await ready()).toEqual([200, 'degraded', false])
    kit.clock.advance(30_000)
    await ready()
    isDown = false
    kit.clock.advance(30_000)
    expect(await ready()).toEqual([200, 'ok', true])

    expect(checks).toBe(4)
    const down = kit.log.filter((line) => line.includes('mail_server_down'))
    expect(down).toHaveLength(1)
    expect(down[0]).toContain('mail.example:465')
    expect(kit.log.filter((line) => line.includes('mail_server_up'))).toHaveLength(1)
  })
})

describe('the SMS service in /readyz', () => {
  test('is reported beside the mail server; both leave 200', async () => {
    const sms = {
      send: async () => {},
      check: async () => {
        throw new Error('The SMS provider answered 401')
      },
      close: () => {},
    }
    const other = await createTestKit({ deps: { channels: { sms } } })
    const answer = await other.server.inject('/readyz')
    await other.close()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { status: 'degraded', mail: true, sms: false },
    ])
    const down = other.log.filter((line) => line.includes('sms_service_down'))
    expect(down).toHaveLength(1)
    expect(down[0]).toContain('answered 401')
  })
})

describe('smtpMailer', () => {
  test('error: a mail server that does not answer is named with the code, without the password', async () => {
    const mailer = smtpMailer({ url: 'smtp://user:hush@127.0.0.1:1', from: 'login@auth.example' })
    const mail = { to: 'a@b.example', subject: '', text: '', html: '', fromName: 'Acme' }

    for (const attempt of [mailer.check?.(), mailer.send(mail)]) {
      await expect(attempt).rejects.toThrow(
        'The mail server 127.0.0.1:1 cannot be used (ECONNREFUSED)',
      )
    }
    mailer.close()
  })
})
