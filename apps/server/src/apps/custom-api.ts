import { getDomain } from 'tldts'
import { isLocalOrigin, parseAllowedOrigin } from './origins.js'

/** The app's own address of this server, where sessions are kept in cookies (wire reference §2, 6.3). */
export interface CustomApi {
  /** An origin. */
  url: string
  /** As a request to it names it: name and port. */
  host: string
  /** Of cookies that the app's back end may read; undefined for a local address, whose cookies belong to its host. */
  cookieDomain: string | undefined
}

/**
 * The custom address of an app; undefined for one that is not allowed. It must be of the same site as an allowed domain:
 * cookies of any other site are third-party cookies, which browsers block. It must not be an allowed domain itself, because
 * the wallet frame is loaded from it. It is https, or a local address in development.
 */
export function readCustomApi(
  url: string | null,
  allowedDomains: readonly string[],
  environment: 'development' | 'production',
): CustomApi | undefined {
  if (url === null || !URL.canParse(url) || new URL(url).origin !== url) return undefined
  const { protocol, hostname, host } = new URL(url)
  if (allowedDomains.some((entry) => parseAllowedOrigin(entry)?.serialized === url))
    return undefined
  if (environment === 'development' && isLocalOrigin(url)) {
    return { url, host, cookieDomain: undefined }
  }
  const site = siteOf(hostname)
  if (protocol !== 'https:' || site === undefined) return undefined
  const isSameSite = allowedDomains.some((entry) => {
    const allowed = parseAllowedOrigin(entry)?.serialized.replace('://*.', '://')
    return allowed?.startsWith('https:') && siteOf(new URL(allowed).hostname) === site
  })
  return isSameSite ? { url, host, cookieDomain: site } : undefined
}

/** The registrable domain; customers of one host (`vercel.app`) are sites of their own. */
function siteOf(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined
}
