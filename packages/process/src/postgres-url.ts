import type { Setting } from './settings.js'

/** Whether `url` is one that Postgres clients accept. */
export function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
}

/** The sentence for a variable that is not a Postgres URL. It does not repeat the value, which may hold a password. */
export function postgresUrlProblem(name: string): string {
  return `${name} must be a Postgres URL such as postgres://user:password@host:5432/name (with special characters percent-encoded).`
}

/** A Postgres URL, which may hold a password. */
export function postgresUrl(
  about: Pick<Setting<string>, 'meaning' | 'purpose' | 'fallback'>,
): Setting<string> {
  return {
    ...about,
    secret: 'text',
    read: (value, name) =>
      value === '' || isPostgresUrl(value) ? { value } : { problem: postgresUrlProblem(name) },
  }
}

const encrypted = ['require', 'verify-ca', 'verify-full']

/**
 * Why a Postgres URL must not be used in production: the database is on another host and the connection is not
 * encrypted (T-26). Undefined when it may be used.
 */
export function unencryptedProblem(name: string, url: string): string | undefined {
  if (!isPostgresUrl(url)) return undefined
  const { hostname, searchParams } = new URL(url)
  // `host` in the query wins over the URL's, as in libpq; a path is a Unix socket.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return undefined
  if (encrypted.includes(searchParams.get('sslmode') ?? '')) return undefined
  return `${name} reaches a database on another host without TLS: add ?sslmode=verify-full to the URL, or connect through a local socket.`
}

/** Whether a host name or address is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || /^\[?::1\]?$/.test(host)
}
