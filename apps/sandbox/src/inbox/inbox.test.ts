import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { findCode } from './find-code.js'
import { Inbox, type InboxState, lateMs } from './inbox.js'
import { type MailSink, startMailSink } from './smtp.js'

let now = Date.parse('2030-01-01T00:00:00Z')
let sink: MailSink | undefined
afterEach(async () => {
  await sink?.stop()
  sink = undefined
})

function setup(saved?: InboxState): Inbox {
  return new Inbox({ nowMs: () => now, changed: () => undefined, saved })
}

function mail(to: string, subject = 'hello'): InboxMessage {
  return { channel: 'email', to, subject, text: '', code: null, at: new Date(now).toISOString() }
}

describe('Inbox', () => {
  test('returns the messages of one address, newest first, in any case', () => {
    const inbox = setup()
    inbox.receive(mail('Ada@example.com', 'first'))
    inbox.receive(mail('bob@example.com', 'other'))
    inbox.receive(mail('ada@example.com', 'second'))

    expect(inbox.messages('ADA@example.com ').map((one) => one.subject)).toEqual([
      'second',
      'first',
    ])
  })

  test('keeps the last 500 messages', () => {
    const inbox = setup()
    for (let count = 1; count <= 501; count += 1) inbox.receive(mail('a@x.com', `${count}`))

    expect(inbox.messages()).toHaveLength(500)
    expect(inbox.messages().at(-1)?.subject).toBe('2')
  })

  test('delivers late mail when the clock has moved far enough', () => {
    const inbox = setup()
    inbox.setMode('a@x.com', 'late')
    inbox.receive(mail('a@x.com'))
    expect(inbox.messages()).toEqual([])

    now += lateMs

    expect(inbox.messages()).toHaveLength(1)
    expect(inbox.held()).toEqual([])
  })

  test('delivers mail in mode never only on release', () => {
    const inbox = setup()
    inbox.setMode('a@x.com', 'never')
    inbox.receive(mail('a@x.com'))
    now += 10 * lateMs
    expect(inbox.messages()).toEqual([])

    expect(inbox.release(inbox.held()[0]!.id)).toBe(true)

    expect(inbox.messages()).toHaveLength(1)
  })

  test('clears one address and leaves the others', () => {
    const inbox = setup()
    inbox.receive(mail('a@x.com'))
    inbox.receive(mail('b@x.com'))

    inbox.clear('a@x.com')

    expect(inbox.messages().map((one) => one.to)).toEqual(['b@x.com'])
  })

  test('restores its state after a restart', () => {
    const before = setup()
    before.setMode('a@x.com', 'never')
    before.receive(mail('b@x.com'))

    const after = setup(JSON.parse(JSON.stringify(before.state())))

    expect(after.messages()).toEqual(before.messages())
    expect(after.modeOf('a@x.com')).toBe('never')
  })
})

describe('findCode', () => {
  test.each([
    ['Your code is 123456', '', '123456'],
    ['Sign in', 'Use 654321 now', '654321'],
    ['Order 1234567', 'phone 5551234567', null],
    ['', '', null],
  ])('finds in %j and %j the code %j', (subject, text, code) => {
    expect(findCode({ subject, text })).toBe(code)
  })
})

describe('startMailSink', () => {
  test('receives a mail with its code, text and HTML', async () => {
    const inbox = setup()
    sink = await startMailSink({ port: 0, inbox, nowMs: () => now })

    await send({
      to: 'Ada@Example.com',
      subject: '246810 is your code',
      text: 'Grüße',
      html: '<p>Grüße</p>',
    })

    expect(inbox.messages()).toEqual([
      {
        channel: 'email',
        to: 'ada@example.com',
        from: 'demo@example.com',
        subject: '246810 is your code',
        text: 'Grüße\n',
        html: '<p>Grüße</p>\n',
        code: '246810',
        at: new Date(now).toISOString(),
      },
    ])
  })

  test('error: says of an address that it has unsubscribed', async () => {
    const inbox = setup()
    sink = await startMailSink({ port: 0, inbox, nowMs: () => now })
    inbox.setMode('left@x.com', 'unsubscribed')
    await expect(send({ to: 'left@x.com' })).rejects.toMatchObject({
      responseCode: 550,
      response: expect.stringContaining('unsubscribed'),
    })
    expect(inbox.messages('left@x.com')).toEqual([])
  })

  test('error: rejects mail to an address that bounces', async () => {
    const inbox = setup()
    sink = await startMailSink({ port: 0, inbox, nowMs: () => now })
    inbox.setMode('gone@x.com', 'bounce')

    await expect(send({ to: 'gone@x.com' })).rejects.toMatchObject({ responseCode: 550 })
    await expect(send({ to: 'bounce+1@x.com' })).rejects.toMatchObject({ responseCode: 550 })
    expect(inbox.messages()).toEqual([])
  })

  test.each([
    ['refused', 550],
    ['down', 421],
  ] as const)('error: switched to %s, it answers %i to every mail', async (answer, code) => {
    const inbox = setup()
    sink = await startMailSink({ port: 0, inbox, nowMs: () => now, chosen: () => answer })

    await expect(send({ to: 'ada@x.com' })).rejects.toMatchObject({ responseCode: code })
    expect(inbox.messages()).toEqual([])
  })
})

function send(message: { to: string; subject?: string; text?: string; html?: string }) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: sink?.port,
    secure: false,
    ignoreTLS: true,
  })
  return transport.sendMail({ from: 'demo@example.com', ...message })
}
