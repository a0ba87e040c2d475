import { headers as headerNames, walletHeaders } from '@sallyport/contract/vendor'
import { signaturesOf } from '../authorization/context.js'
import { toBase64, utf8 } from '../encoding.js'
import { version } from '../version.js'
import type { CallOptions } from './call-options.js'
import type { CallConfig } from './config.js'
import type { Repeats } from './retry.js'

/** What is the same of every route's head. */
export interface AnyHead {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  repeats: Repeats
  prefix?: string
}

/** Parts of a request, of which a route has some. */
export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** A request as `fetch` takes it. Every attempt sends the same one, signatures included. */
export interface PreparedRequest {
  url: string
  method: AnyHead['method']
  headers: Record<string, string>
  body: string | undefined
}

/** The prefix of most calls. */
const usualPrefix = '/v1'

/** Puts a request together and signs it, where the options say who signs. */
export async function prepareRequest(
  config: CallConfig,
  { head, parts, options }: { head: AnyHead; parts: RequestParts; options: CallOptions },
): Promise<PreparedRequest> {
  const { appId, appSecret } = config
  if (!appSecret) throw new TypeError('appSecret is missing: calls need it')
  const { method } = head
  const { params = {}, query = {}, body } = parts
  const url = config.apiUrl + (head.prefix ?? usualPrefix) + pathOf(head.path, params)
  const key =
    options.idempotency_key ?? (head.repeats === 'keyed' ? crypto.randomUUID() : undefined)
  const context = options.authorization_context
  // Without signatures, only what was asked for: a proposal ends with it.
  const expiry = context || options.request_expiry ? expiryOf(config, options) : undefined
  const signatures =
    context === undefined || method === 'GET'
      ? []
      : await signaturesOf(
          { method, url, app_id: appId, body, idempotency_key: key, request_expiry: expiry },
          context,
          config.exchange,
        )
  return {
    url: url + queryOf(query),
    method,
    headers: {
      authorization: `Basic ${toBase64(utf8(`${appId}:${appSecret}`))}`,
      [headerNames.appId]: appId,
      [headerNames.client]: `sallyport-node:${version}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { [walletHeaders.idempotencyKey]: key }),
      ...(expiry !== undefined && { [walletHeaders.requestExpiry]: String(expiry) }),
      ...(signatures.length > 0 && {
        [walletHeaders.authorizationSignature]: signatures.join(','),
      }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

/** @throws TypeError for an empty part: the URL would name another thing. */
function pathOf(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name]
    if (!value || value === '.' || value === '..') throw new TypeError(`${name} must be an id`)
    // Clients of the wire leave the colons of user ids as they are, and signatures cover the URL.
    return encodeURIComponent(value).replaceAll('%3A', ':')
  })
}

function queryOf(query: RequestParts['query'] & object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function expiryOf(config: CallConfig, { request_expiry: given }: CallOptions): number | undefined {
  if (given !== undefined) return given ?? undefined
  return config.requestExpiryMs === null ? undefined : config.nowMs() + config.requestExpiryMs
}
