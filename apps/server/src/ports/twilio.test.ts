import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RecipientRefused } from '@sallyport/process/mail'
import { Inbox, type SmsSink, startSmsSink } from '@sallyport/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TwilioAccount, twilioSender } from './twilio.js'

const inbox = new Inbox({ nowMs: () => 0, changed: () => undefined })
let sink: SmsSink
let account: TwilioAccount
beforeAll(async () => {
  sink = await startSmsSink({ port: 0, inbox, nowMs: () => 0 })
  account = { url: sink.url, account: 'AC1', token: 'hush', from: '+12015550100' }
})
afterAll(() => sink.stop())

const sms = { to: '+12015550123', text: '204816 is your Acme code. Never share it.' }
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
/** A provider that answers every call the same. */
const answering = (status: number, body: unknown) => async () =>
  new Response(JSON.stringify(body), { status })

describe('twilioSender', () => {
  test('a message arrives, from a number or a messaging service', async () => {
    await twilioSender(account).send(sms)
    await twilioSender({ ...account, from: `MG${'0'.repeat(32)}` }).send(sms)

    expect(inbox.messages(sms.to)).toMatchObject([
      { channel: 'sms', to: sms.to, text: sms.text, code: '204816' },
      { code: '204816' },
    ])
  })

  test('asks for its account to find out whether it can be used', async () => {
    await twilioSender(account).check?.()
    await twilioSender(account, answering(404, {})).check?.()
    for (const status of [401, 403, 500, 503]) {
      const { check } = twilioSender(account, answering(status, { secret: 'hush' }))
      const failure = await failureOf(check?.() ?? Promise.resolve())
      expect(String(failure)).toBe(`Error: The SMS provider answered ${status}`)
    }
  })

  test('SMS-01: error: a number that takes no messages is refused for good', async () => {
    inbox.setMode('+12015550188', 'bounce')
    const { send } = twilioSender(account)

    await expect(send({ ...sms, to: '+12015550188' })).rejects.toBeInstanceOf(RecipientRefused)
    const region = twilioSender(account, answering(400, { code: 21408 }))
    await expect(region.send(sms)).rejects.toBeInstanceOf(RecipientRefused)
  })

  test('SMS-08: error: a number that opted out', async () => {
    const { send } = twilioSender(account, answering(400, { code: 21610 }))
    await expect(send(sms)).rejects.toMatchObject({ code: 'user_unsubscribed' })
  })

  test.each([
    ['the credentials are wrong', 401, { code: 20003 }],
    ['the account is out of messages', 429, { code: 20429 }],
    ['the provider fails', 503, 'Bad gateway'],
    ['the sender is not the account’s', 400, { code: 21606 }],
    ['another server answers', 200, 'Welcome'],
  ])('error: %s: an outage, without number, token or text', async (_, status, body) => {
    const failure = await failureOf(twilioSender(account, answering(status, body)).send(sms))

    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(RecipientRefused)
    expect(String(failure)).toContain(String(status))
    for (const secret of [sms.to, 'hush', '204816']) expect(String(failure)).not.toContain(secret)
  })

  test('error: credentials do not follow a redirect', async () => {
    let redirected = 0
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') redirected += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo

    const failure = await failureOf(
      twilioSender({ ...account, url: `http://127.0.0.1:${port}` }).send(sms),
    )
    expect(failure).toBeInstanceOf(Error)
    expect(redirected).toBe(0)
    server.close()
  })
})
