import type { FramePageConfig } from '@sallyport/contract'

/**
 * Whether a page of `origin` may talk to the frame: it equals one of the app's origins, or is a loopback origin of
 * any port where the app allows that (ruling 9). Never by prefix, suffix or pattern.
 */
export function isAllowedOrigin(
  origin: string,
  { allowedOrigins, allowLocalhost }: Pick<FramePageConfig, 'allowedOrigins' | 'allowLocalhost'>,
): boolean {
  const url = parseOrigin(origin)
  // Only the canonical form counts: what the browser puts into `event.origin`.
  if (!url || url.origin !== origin) return false
  if (allowLocalhost && isLoopback(url)) return true
  return allowedOrigins.some((allowed) => parseOrigin(allowed)?.origin === origin)
}

function parseOrigin(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.includes(hostname) || hostname.split('.').at(-1) === 'localhost'
}
