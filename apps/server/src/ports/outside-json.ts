import { lookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

/** `dns.lookup` that fails when any of the name's addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    try {
      for (const { address } of addresses) requirePublic(address)
    } catch (refusal) {
      // `requirePublic` throws Errors only.
      return callback(refusal as Error, [])
    }
    const [first] = addresses
    if (options.all || first === undefined) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

/** @throws Error for an address of a private, local or reserved network. */
export function requirePublic(address: string): void {
  const isV6 = isIP(address) === 6
  if (isV6 ? !isPublicV6(address) : reserved.check(address, 'ipv4')) {
    throw new Error('Not a public address')
  }
}

/** Only global unicast; what embeds an IPv4 address (6to4, NAT64, Teredo) could lead to a private one. */
function isPublicV6(address: string): boolean {
  return globalV6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6')
}
