import type { IncomingMessage } from 'node:http'

/**
 * Path and query a request asks for, as a URL of no particular host; undefined when they are none. Two slashes at the
 * start are part of the path, never a host.
 */
export function readTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  if (!url.startsWith('/')) return undefined
  try {
    return new URL(`http://localhost${url}`)
  } catch {
    return undefined
  }
}
