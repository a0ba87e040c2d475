import { isLoopback, type Setting, text } from '@sallyport/process'
import { channel } from '../../ports/channel.js'
import { smtpMailer } from '../../ports/mailer.js'

/** Mail over SMTP. */
export const emailChannel = channel({
  settings: {
    SALLYPORT_SMTP_URL: text({
      meaning:
        '`smtps://user:password@host:465`, or `smtp://user:password@host:587?requireTLS=true` for STARTTLS. Without TLS only on this machine',
      purpose: 'an SMTP URL, for example smtps://user:password@host:465',
      secret: 'text',
    }),
    SALLYPORT_MAIL_FROM: mailAddress({
      meaning: 'Address that mails come from; the name shown is the app’s',
      purpose: 'the address mails come from',
    }),
  },
  read: ({ SALLYPORT_SMTP_URL: url, SALLYPORT_MAIL_FROM: from }) => ({ url, from }),
  unsafeInProduction: ({ SALLYPORT_SMTP_URL: url }) => [smtpProblem(url ?? '')],
  create: smtpMailer,
})

/** The bare address of `a@b.example` or `Name <a@b.example>`. */
function mailAddress(about: Pick<Setting<unknown>, 'meaning' | 'purpose'>): Setting<string> {
  return {
    ...about,
    read: (written, name) => {
      const value = /<([^<>]+)>$/.exec(written)?.[1] ?? written
      if (/^[^\s@<>]+@[^\s@<>]+$/.test(value)) return { value }
      return { problem: `${name} must be an email address.` }
    },
  }
}

/** Codes are mailed through this connection: without TLS anyone on the way reads them (T-26). */
function smtpProblem(url: string): string | undefined {
  if (url === '') return undefined
  const { protocol = '', hostname = '', searchParams } = URL.canParse(url) ? new URL(url) : {}
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    return 'SALLYPORT_SMTP_URL must begin with smtp:// or smtps://.'
  }
  const isEncrypted = protocol === 'smtps:' || searchParams?.get('requireTLS') === 'true'
  if (isEncrypted || isLoopback(hostname)) return undefined
  return 'SALLYPORT_SMTP_URL sends mail to another host without requiring TLS: use smtps://, or add ?requireTLS=true to smtp:// for STARTTLS.'
}
