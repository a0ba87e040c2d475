import { createTransport } from 'nodemailer'

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
  /** @throws MailRefused when the recipient's server refuses the address for good; other errors are temporary. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The address does not take mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/**
 * A mailer over SMTP.
 *
 * @param smtp `url` as `smtp://user:password@host:port` (or `smtps:`), `from` the sender's address.
 */
export function smtpMailer(smtp: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: 5,
    // Somebody waits on the other side of this: a server that is away is told within three seconds.
    dnsTimeout: 3_000,
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, html, fromName }) => {
      const from = { name: fromName, address: smtp.from }
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
      } catch (cause) {
        if (isPermanent(cause)) throw new MailRefused('The recipient was refused', { cause })
        throw cause
      }
    },
    close: () => transport.close(),
  }
}

/** SMTP answers 550–553 are about the recipient and final (RFC 5321, 4.2.3). */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const code = Number(error.responseCode)
  return code >= 550 && code <= 553
}
