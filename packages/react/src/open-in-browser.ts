/** A link that leaves the browser of an app for the device's own; null where that is not known to work. */
export function openInBrowserUrl(url: string, userAgent: string): string | null {
  const { protocol, host, pathname, search, hash } = new URL(url)
  const rest = `//${host}${pathname}${search}`
  const scheme = protocol.slice(0, -1)
  // Chrome's intents; the fragment of the page has no place in them.
  if (/Android/.test(userAgent)) return `intent:${rest}#Intent;scheme=${scheme};end`
  return /iPhone|iPad|iPod/.test(userAgent) ? `x-safari-${protocol}${rest}${hash}` : null
}
