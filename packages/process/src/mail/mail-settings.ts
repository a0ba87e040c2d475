import { isLoopback } from '../postgres-url.js'
import { text } from '../setting-kinds.js'
import type { Setting } from '../settings.js'

/** The URL of a mail server, which may hold a password. */
export function smtpUrl(about: Pick<Setting<string>, 'meaning' | 'fallback'>): Setting<string> {
  return text({
    ...about,
    purpose: 'an SMTP URL, for example smtps://user:password@host:465',
    secret: 'text',
  })
}

/** The bare address of `a@b.example` or `Name <a@b.example>`. */
export function mailAddress(
  about: Pick<Setting<string>, 'meaning' | 'purpose' | 'fallback'>,
): Setting<string> {
  return {
    ...about,
    read: (written, name) => {
      const value = /<([^<>]+)>$/.exec(written)?.[1] ?? written
      if (value === about.fallback || /^[^\s@<>]+@[^\s@<>]+$/.test(value)) return { value }
      return { problem: `${name} must be an email address.` }
    },
  }
}

/**
 * Why the mail server in the setting `name` may not be used in production: without TLS anyone on the way reads the mails
 * (T-26). Undefined when it may, or when there is none.
 */
export function smtpProblem(name: string, url: string): string | undefined {
  if (url === '') return undefined
  const { protocol = '', hostname = '', searchParams } = URL.canParse(url) ? new URL(url) : {}
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    return `${name} must begin with smtp:// or smtps://.`
  }
  const isEncrypted = protocol === 'smtps:' || searchParams?.get('requireTLS') === 'true'
  if (isEncrypted || isLoopback(hostname)) return undefined
  return `${name} sends mail to another host without requiring TLS: use smtps://, or add ?requireTLS=true to smtp:// for STARTTLS.`
}
