import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { requirePublic } from './public-address.js'
import { publicLookup } from './public-lookup.js'

/**
 * Reads JSON from a URL that an app's owner chose.
 *
 * @throws Error when there is no answer of status 200 with JSON within the limits.
 */
export type ReadOutsideJson = (url: string) => Promise<unknown>

const timeoutMs = 5_000
const maxBytes = 131_072

/**
 * Creates the reader. Addresses of private networks are refused unless `allowsPrivate`, and the connection goes to the very
 * address that was checked, so that a name cannot resolve to another one in between. Redirects are not followed.
 */
export function createOutsideJson({ allowsPrivate }: { allowsPrivate: boolean }): ReadOutsideJson {
  return async (text) => {
    const url = new URL(text)
    const isSecure = url.protocol === 'https:'
    if (!isSecure && !(allowsPrivate && url.protocol === 'http:')) throw new Error('Not https')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // No name is looked up for a literal address, so it is checked here.
    if (!allowsPrivate && isIP(host) !== 0) requirePublic(host)
    const options: RequestOptions = {
      headers: { accept: 'application/json', 'user-agent': 'sallyport' },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(allowsPrivate ? {} : { lookup: publicLookup }),
    }
    return new Promise((resolve, reject) => {
      const send = isSecure ? requestHttps : requestHttp
      const request = send(url, options, (response) => {
        readJson(response).then(resolve, reject)
      })
      request.on('error', reject)
      request.end()
    })
  }
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`Status ${response.statusCode}`)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > maxBytes) {
      response.destroy()
      throw new Error('The answer is too long')
    }
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
