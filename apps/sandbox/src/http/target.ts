import type { IncomingMessage } from 'node:http'

/**
 * Parses the path and query of a request; undefined when they are invalid. Two slashes at the start are part of the path,
 * not a host.
 */
export function readTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  if (!url.startsWith('/')) return undefined
  try {
    return new URL(`http://localhost${url}`)
  } catch {
    return undefined
  }
}
