import { type AddressInfo, createServer } from 'node:net'
import { api } from '@sallyport/contract'
import { type Mailer, smtpMailer } from '@sallyport/process/mail'
import { createMailbox, createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* A port without a listener; the kernel picked it, so that it is free. */
const dead = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
})
const lost = smtpMailer({ url: `smtp://127.0.0.1:${dead}`, from: 'login@auth.example' })
const mailbox = createMailbox()
let outage = true
const mailer: Mailer = {
  send: (mail) => (outage ? lost : mailbox).send(mail),
  close: () => lost.close(),
}
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ deps: { channels: { email: mailer } } })
})
afterAll(async () => {
  mailer.close()
  await kit.close()
})

const init = (email: string) => kit.call(api.email.init, { body: { email } })
const codesOf = (address: string) =>
  kit.db.selectFrom('one_time_code').select('code_hash').where('address', '=', address).execute()

describe('email login while the mail server is down', () => {
  test('error: 503, which clients try again, at once and with a sentence', async () => {
    outage = true
    const startedAtMs = performance.now()
    const { status, body } = await init('down@example.com')

    expect([status, body.code]).toEqual([503, 'internal_error'])
    expect(body.error).toBe('The email could not be sent. Try again')
    expect(performance.now() - startedAtMs).toBeLessThan(3000)
  })

  test('leaves no code that works', async () => {
    outage = true
    await init('withdrawn@example.com')

    expect(await codesOf('withdrawn@example.com')).toEqual([])
  })

  test('counts a login once however often its mail was tried: 20 lost ones leave all five', async () => {
    outage = true
    for (let mail = 0; mail < 20; mail += 1)
      expect((await init('patient@example.com')).status).toBe(503)
    outage = false
    const answers = []
    for (let mail = 0; mail < 6; mail += 1) answers.push((await init('patient@example.com')).status)

    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('the mail of the retry has the one code that works', async () => {
    outage = true
    await init('retry@example.com')
    outage = false
    await init('retry@example.com')
    const code = mailbox.codeFor('retry@example.com')

    expect(await codesOf('retry@example.com')).toHaveLength(1)
    const { status } = await kit.call(api.email.authenticate, {
      body: { email: 'retry@example.com', code },
    })
    expect(status).toBe(200)
  })

  test('a mail that is lost late does not withdraw the code of a newer one', async () => {
    outage = true
    let fail = () => {}
    const other = await createTestKit({
      deps: {
        channels: {
          email: {
            close: () => {},
            send: async (mail) => {
              if (mailbox.mails.some(({ to }) => to === mail.to)) return mailbox.send(mail)
              await mailbox.send(mail)
              await new Promise((_resolve, reject) => {
                fail = () => reject(new Error('Connection lost'))
              })
            },
          },
        },
      },
    })
    const body = { email: 'late@example.com' }
    const first = other.call(api.email.init, { body })
    await expect.poll(() => mailbox.mails.filter(({ to }) => to === body.email).length).toBe(1)
    const second = await other.call(api.email.init, { body })
    fail()

    expect([(await first).status, second.status]).toEqual([503, 200])
    const login = { ...body, code: mailbox.codeFor(body.email) }
    expect((await other.call(api.email.authenticate, { body: login })).status).toBe(200)
    await other.close()
  })
})
