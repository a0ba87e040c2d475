import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { findCode } from './find-code.js'
import type { Inbox } from './inbox.js'

const maxMailBytes = 1_000_000
const slowMs = 5_000

/** How the mail server answers: as a working one does, or wrongly. */
export const mailAnswers = {
  right: 'as a mail server does',
  refused: 'that the mailbox does not exist',
  slow: 'after five seconds',
  down: 'that it is out of order',
} as const
type MailAnswer = keyof typeof mailAnswers

/** A running mail server that delivers to the inbox only. */
export interface MailSink {
  port: number
  stop(): Promise<void>
}

/** Starts a mail server on the loopback interface that puts every mail into `inbox`. Port 0 picks a free port. */
export async function startMailSink(options: {
  port: number
  inbox: Inbox
  nowMs: () => number
  /** Default: as a working mail server does. */
  chosen?: () => MailAnswer
}): Promise<MailSink> {
  const { port, inbox, nowMs, chosen = () => 'right' } = options
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    size: maxMailBytes,
    logger: false,
    onMailFrom(_sender, _session, done) {
      const mode = chosen()
      // Also on connections that the client keeps open.
      if (mode === 'down') return done(refusal(421, 'Service not available'))
      setTimeout(done, mode === 'slow' ? slowMs : 0)
    },
    onRcptTo({ address }, _session, done) {
      const mode = inbox.modeOf(address)
      // As services say it that keep a list of recipients who want no more mail.
      if (mode === 'unsubscribed') return done(refusal(550, 'The recipient has unsubscribed'))
      if (chosen() !== 'refused' && mode !== 'bounce') return done()
      done(refusal(550, 'No such mailbox here'))
    },
    onData(stream, { envelope }, done) {
      PostalMime.parse(readable(stream)).then((mail) => {
        for (const { address } of envelope.rcptTo) {
          const subject = mail.subject ?? ''
          const text = mail.text ?? ''
          inbox.receive({
            channel: 'email',
            to: address,
            ...senderOf(mail.from),
            subject,
            text,
            ...(mail.html !== undefined && { html: mail.html }),
            code: findCode({ subject, text }),
            at: new Date(nowMs()).toISOString(),
          })
        }
        done()
      }, done)
    },
  })
  // A client that disconnects early is not an error of the server.
  server.on('error', () => undefined)
  const net = server.server
  await new Promise<void>((resolve, reject) => {
    net.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    // A server that listens on TCP has an address with a port.
    port: (net.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function senderOf(from: Email['from']): { from?: string } {
  if (from?.address === undefined) return {}
  return { from: from.name === '' ? from.address : `${from.name} <${from.address}>` }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/* Converts to a web stream, which the parser expects. */
function readable(stream: AsyncIterable<Buffer>): ReadableStream {
  const { readable: out, writable } = new TransformStream()
  const writer = writable.getWriter()
  void (async () => {
    try {
      for await (const chunk of stream) await writer.write(new Uint8Array(chunk))
      await writer.close()
    } catch (error) {
      await writer.abort(error)
    }
  })()
  return out
}
