import { CloudError } from './cloud-error.js'
import type { CloudOutside } from './cloud-store.js'

/** A storage may take this long for one call. */
const timeoutMs = 20_000
/** Recovery files have some hundred characters. */
const maxLength = 20_000

/** What a storage answered. */
export interface StorageAnswer {
  status: number
  text: string
  headers: Headers
}

/**
 * Calls a cloud storage, without cookies and without saying which page asks.
 *
 * @throws CloudError `unavailable`; what the browser says about the network is not passed on.
 */
export async function callStorage(
  { fetch, simulator }: CloudOutside,
  url: string,
  init: RequestInit = {},
): Promise<StorageAnswer> {
  const place = simulator === undefined ? url : url.replace('https:/', simulator)
  try {
    const response = await fetch(place, {
      ...init,
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status, headers } = response
    const text = await response.text()
    if (status >= 500 || status === 429 || text.length > maxLength) throw status
    return { status, text, headers }
  } catch {
    throw new CloudError('unavailable')
  }
}

/** The value at a path of names in a JSON text; undefined where there is none. */
export function readJson(text: string, ...path: readonly (string | number)[]): unknown {
  try {
    return path.reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      JSON.parse(text),
    )
  } catch {
    return undefined
  }
}
