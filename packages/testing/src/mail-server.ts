import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it is sent. */
export interface MailServer {
  port: number
  /** The mails as they came, oldest first. */
  mails: readonly string[]
  /** The six-digit code of the first mail after the `known` oldest that has one; waits for it. */
  codeAfter(known: number): Promise<string>
  close(): void
}

/** Starts a mail server on this machine, without TLS and logins. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let told = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        told()
        done()
      })
    },
  })
  // Programs end with their connections open.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    // Listening on a port: the address is an object.
    port: (server.server.address() as AddressInfo).port,
    mails,
    codeAfter: async (known) => {
      for (;;) {
        const [code] = mails.slice(known).flatMap((mail) => /\b(\d{6})\b/.exec(mail)?.[1] ?? [])
        if (code !== undefined) return code
        await new Promise<void>((resolve) => {
          told = resolve
        })
      }
    },
    close: () => server.close(),
  }
}
