import { idleMs } from '../session/open.js'

/*
 * The cookie of a wallet grant (P1). It is HttpOnly and on the auth origin, so the app's page, back end and CDN never see it,
 * and `Partitioned`, so that the page's login and the wallet frame below the same site share it. One cookie for each
 * session: several users and apps may be below one site.
 */
const prefix = '__Host-sallyport-wallet-'

/** As long as a refresh token that is not used. */
const maxAgeSeconds = idleMs / 1000

/** Grants of one browser below one site; a login deletes the oldest beyond. */
const mostCookies = 8

/** The grant that a Cookie header has for a session; undefined when there is none or there are two. */
export function readWalletCookie(
  header: string | undefined,
  sessionId: string,
): string | undefined {
  const values = pairsOf(header).filter(([name]) => name === prefix + sessionId)
  return values.length === 1 ? values[0]?.[1] : undefined
}

/** Whether a Cookie header has the grant of any session. */
export function hasWalletCookie(header: string | undefined): boolean {
  return pairsOf(header).length > 0
}

/** The Set-Cookie values that keep a session's grant, and delete the oldest ones when there are too many. */
export function walletCookies(
  { grant, sessionId }: { grant: string; sessionId: string },
  header: string | undefined,
): string[] {
  // Browsers send cookies with equal paths in the order in which they were made (RFC 6265, 5.4).
  const others = pairsOf(header)
    .map(([name]) => name)
    .filter((name) => name !== prefix + sessionId)
  const excess = others.slice(0, Math.max(0, others.length - (mostCookies - 1)))
  return [
    write(prefix + sessionId, grant, maxAgeSeconds),
    ...excess.map((name) => write(name, '', 0)),
  ]
}

/** The Set-Cookie value that deletes a session's grant. */
export function endedWalletCookie(sessionId: string): string {
  return write(prefix + sessionId, '', 0)
}

function write(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`
}

function pairsOf(header: string | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair): [string, string][] => {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    return /^[a-z0-9]{1,64}$/.test(name.slice(prefix.length)) && name.startsWith(prefix)
      ? [[name, value]]
      : []
  })
}
