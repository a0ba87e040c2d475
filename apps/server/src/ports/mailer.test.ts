import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { RecipientRefused, smtpMailer } from '@sallyport/process/mail'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeCodeMail } from '../features/email/mail.js'

const received: Buffer[] = []
/** What the mail server says of a recipient, by the local part. */
const refusals: Readonly<Record<string, string>> = {
  bounce: 'No such user',
  left: 'The recipient has unsubscribed',
  listed: '5.1.1 Address is on the suppression list',
  out: 'Recipient has opted out',
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    const text = refusals[address.split('@')[0] ?? '']
    done(text === undefined ? null : Object.assign(new Error(text), { responseCode: 550 }))
  },
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks))
      done()
    })
  },
})
let mailer: ReturnType<typeof smtpMailer>
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'login@auth.example' })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const mailTo = (to: string) => {
  const app = { name: 'Acme, Ünlimited', logo_url: null, accent_color: null }
  return composeCodeMail({ to, purpose: 'login', code: '012345', app, userAgent: undefined })
}

describe('smtpMailer', () => {
  test('delivers text and HTML from the app by name', async () => {
    await mailer.send(mailTo('ada@example.com'))
    const mail = await PostalMime.parse(received.at(-1) ?? '')

    expect(mail.subject).toBe('012345 is your Acme, Ünlimited code')
    expect(mail.from).toEqual({ name: 'Acme, Ünlimited', address: 'login@auth.example' })
    expect(mail.to).toMatchObject([{ address: 'ada@example.com' }])
    expect(mail.text).toContain('012345')
    expect(mail.html).toContain('012345')
  })

  test('error: a refused recipient is RecipientRefused', async () => {
    await expect(mailer.send(mailTo('bounce@example.com'))).rejects.toBeInstanceOf(RecipientRefused)
  })

  test.each([
    ['bounce', false],
    ['left', true],
    ['listed', true],
    ['out', true],
  ])('error: tells whether %s has unsubscribed: %s', async (name, isUnsubscribed) => {
    const sent = mailer.send(mailTo(`${name}@example.com`))
    await expect(sent).rejects.toMatchObject({ name: 'RecipientRefused', isUnsubscribed })
  })

  test('T-40: error: an address that the server rejects as malformed is the recipient’s fault', async () => {
    await expect(mailer.send(mailTo('a@b.xn--0.example'))).rejects.toBeInstanceOf(RecipientRefused)
  })

  test('error: a server that takes the connection and says nothing is given three seconds', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const waiting = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'login@auth.example' })
    const startedAtMs = performance.now()
    await expect(waiting.send(mailTo('ada@example.com'))).rejects.toThrow()
    expect(performance.now() - startedAtMs).toBeLessThan(4500)
    waiting.close()
    silent.close()
  })

  test('error: a server that is gone is not the recipient’s fault', async () => {
    const gone = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'login@auth.example' })
    const failure = await gone.send(mailTo('ada@example.com')).catch((error: unknown) => error)
    gone.close()
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(RecipientRefused)
  })
})
