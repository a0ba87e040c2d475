import { createTransport } from 'nodemailer'
import { RecipientRefused } from './recipient-refused.js'

/** A mail to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Display name of the sender: the app's name. */
  fromName: string
}

/** Delivers mail. */
export interface Mailer {
  /** @throws RecipientRefused when the recipient's server rejects the address for good; other errors are temporary. */
  send(mail: Mail): Promise<void>
  /** Connects and logs in without sending. A mailer without it is always usable. @throws MailServerUnusable */
  check?(): Promise<void>
  close(): void
}

/** The mail server cannot be used. The message names its host and a code, never the password. */
export class MailServerUnusable extends Error {
  override readonly name = 'MailServerUnusable'
  /** Another setting is needed: waiting does not help. */
  readonly isMisconfigured: boolean

  constructor(host: string, cause: unknown) {
    const code = codeOf(cause)
    super(`The mail server ${host} cannot be used (${code || 'no reason given'})`, { cause })
    this.isMisconfigured = misconfigurations.includes(code)
  }
}

/** Codes of nodemailer: a wrong login, a name that does not resolve, a certificate that is not accepted, no STARTTLS. */
const misconfigurations = ['EAUTH', 'ENOTFOUND', 'ETLS']

/**
 * Creates a mailer over SMTP.
 *
 * @param smtp `url` as `smtp://user:password@host:port` (or `smtps:`), `from` the sender's address.
 */
export function smtpMailer(smtp: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: 5,
    // A user waits for the answer: a mail server that is down is reported within three seconds.
    dnsTimeout: 3_000,
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = URL.canParse(smtp.url) ? new URL(smtp.url).host : 'of the settings'
  return {
    send: async ({ to, subject, text, html, fromName }) => {
      const from = { name: fromName, address: smtp.from }
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
      } catch (cause) {
        if (isPermanent(cause)) {
          const isUnsubscribed = saysUnsubscribed(cause)
          throw new RecipientRefused('The recipient was rejected', { isUnsubscribed, cause })
        }
        throw new MailServerUnusable(host, cause)
      }
    },
    check: async () => {
      try {
        await transport.verify()
      } catch (cause) {
        throw new MailServerUnusable(host, cause)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * SMTP replies 550–553 are about the recipient and final (RFC 5321, 4.2.3), and so is 501 to `RCPT TO`: the address is
 * malformed (T-40).
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  const isMalformed = code === 501 && 'command' in error && error.command === 'RCPT TO'
  return (code >= 550 && code <= 553) || isMalformed
}

/** The system's code (`ECONNREFUSED`) says more than nodemailer's (`ESOCKET`), where there is one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const system = /\b(E[A-Z_]{4,}|[A-Z_]*CERT[A-Z_]*)\b/.exec(error.message)?.[1]
  const code = 'code' in error ? String(error.code) : ''
  if (['ESOCKET', 'EDNS'].includes(code) && system !== undefined)
    return system.includes('CERT') ? 'ETLS' : system
  return code || system || ''
}

/** Services that keep a list of people who want no more mail say so in the text of the refusal. */
function saysUnsubscribed(error: unknown): boolean {
  const text = error instanceof Error && 'response' in error ? String(error.response) : ''
  return /unsubscribed|suppress(?:ed|ion)|opted[ -]out/i.test(text)
}
