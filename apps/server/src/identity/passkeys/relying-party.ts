import { ApiError } from '@sallyport/contract'
import { getDomain } from 'tldts'
import type { App } from '../../apps/app.js'
import { isLocalOrigin, matchesOrigin } from '../../apps/origins.js'

/** Who a passkey belongs to, and where it is used. */
export interface RelyingParty {
  /** What the wire calls `relying_party`: a URL, echoed by clients. */
  url: string
  /** Domain that the passkey is bound to. */
  rpId: string
  /** The only origin a response may come from. */
  origin: string
}

/**
 * Decides which domain a passkey belongs to: the one the client names, else the app's own (`passkey_rp_id`), else the
 * registrable domain of the page, so that `www.example.com` and `app.example.com` share passkeys. A page on this machine
 * (development) has passkeys of its own.
 *
 * @param from  The request's origin, which the guard has checked, and the client's `relying_party`.
 * @throws ApiError `invalid_data` without a domain, for an IP address, and for a domain that is not one of the app's.
 */
export function chooseRelyingParty(
  app: Pick<App, 'allowedOrigins' | 'environment' | 'settings'>,
  from: { origin: string | undefined; named: string | undefined },
): RelyingParty {
  const named = from.named === undefined ? undefined : readNamed(from.named)
  const origin = from.origin ?? named
  if (origin === undefined) throw invalid('relying_party must name the domain of the passkey')
  const url = named ?? origin
  const { hostname } = new URL(url)
  if (isIpAddress(hostname)) {
    throw invalid('A passkey belongs to a domain: use localhost instead of an IP address')
  }
  if (named !== undefined && named !== from.origin) requireOwnDomain(app, named)
  const ownRpId = isLocalOrigin(origin) ? null : app.settings.passkey_rp_id
  const rpId = named !== undefined && named !== from.origin ? hostname : ownRpId
  return { url, rpId: rpId ?? registrable(hostname), origin }
}

function readNamed(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin) {
    return url.origin
  }
  throw invalid('relying_party must be a URL such as https://example.com')
}

/** A native app, or a page below the domain, names a domain that the app's allowed origins belong to. */
function requireOwnDomain(app: Pick<App, 'allowedOrigins' | 'environment'>, named: string): void {
  if (app.environment === 'development' && isLocalOrigin(named)) return
  const domain = registrable(new URL(named).hostname)
  const own = app.allowedOrigins.map(({ serialized }) =>
    registrable(new URL(serialized.replace('://*.', '://')).hostname),
  )
  if (own.includes(domain) || app.allowedOrigins.some((entry) => matchesOrigin(entry, named))) {
    return
  }
  throw invalid('relying_party is not a domain of the app')
}

/** The domain below which its owner alone gives out names; the host itself where there is none (`localhost`). */
function registrable(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

function isIpAddress(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
