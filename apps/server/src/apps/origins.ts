import { getPublicSuffix } from 'tldts'

/** A parsed entry of `allowed_domains`: an origin or a single-level wildcard (`https://*.example.com`). */
export interface AllowedOrigin {
  /** As it is stored and sent in headers. */
  serialized: string
  /** For a wildcard: what comes before and after the one label, e.g. `https://` and `.example.com`. */
  around: readonly [string, string] | undefined
}

/**
 * Parses an entry of `allowed_domains` and serializes it again, so that only `scheme://host[:port]` reaches a
 * header. A bare host means https.
 *
 * @returns `undefined` for anything else: paths, quotes, `*` alone, other schemes, user names, line breaks.
 */
export function parseAllowedOrigin(entry: string): AllowedOrigin | undefined {
  const text = entry.includes('://') ? entry : `https://${entry}`
  const match = /^(https?):\/\/(\*\.)?([a-z0-9.-]+)(:\d{1,5})?$/i.exec(text)
  if (match === null) return undefined
  const [, scheme = '', wildcard, host = '', port = ''] = match
  const origin = readOrigin(`${scheme}://${host}${port}`)
  if (origin === undefined) return undefined
  if (wildcard === undefined) return { serialized: origin, around: undefined }
  const { protocol, host: rest } = new URL(origin)
  // Anyone can register a name below `com`, and every local program is below `localhost`.
  if (!rest.includes('.')) return undefined
  return { serialized: `${protocol}//*.${rest}`, around: [`${protocol}//`, `.${rest}`] }
}

/** Whether `origin`, as a browser sends it, is the entry or one label below its wildcard. */
export function matchesOrigin(entry: AllowedOrigin, origin: string): boolean {
  if (entry.around === undefined) return entry.serialized === origin
  const [before, after] = entry.around
  if (!origin.startsWith(before) || !origin.endsWith(after)) return false
  const label = origin.slice(before.length, origin.length - after.length)
  return /^[a-z0-9-]+$/.test(label)
}

/**
 * Why a production app may not be called from `origin`, as the end of a sentence; undefined when it may.
 *
 * A wildcard below a public suffix (https://publicsuffix.org, with the private section: `vercel.app`) matches sites of
 * other customers; plain http can be altered on the way; a loopback origin is any program on the visitor's machine.
 */
export function productionOriginProblem(origin: AllowedOrigin): string | undefined {
  const { protocol, hostname } = new URL(origin.serialized.replace('://*.', '://'))
  if (isLoopback(hostname)) return 'a production app does not accept this machine'
  if (protocol !== 'https:') return 'a production app needs https'
  if (origin.around === undefined) return undefined
  if (/^[\d.]+$/.test(hostname)) return 'an IP address has no names below it'
  if (getPublicSuffix(hostname, { allowPrivateDomains: true }) !== hostname) return undefined
  return `anyone can get a name below ${hostname}; list your own name, such as https://my-app.${hostname}`
}

/** Whether `origin` is this machine: `localhost`, a name below it, or the loopback address, on any port. */
export function isLocalOrigin(origin: string): boolean {
  if (readOrigin(origin) !== origin) return false
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

function isLoopback(hostname: string): boolean {
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName || hostname.startsWith('127.') || hostname === '0.0.0.0'
}

function readOrigin(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined
}
