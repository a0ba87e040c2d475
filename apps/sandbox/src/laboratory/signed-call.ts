import type { KeyObject } from 'node:crypto'
import { authorize } from '../back-end/authorization-key.js'
import { HttpError } from '../http/origin.js'
import type { OwnApp } from '../settings/call-server.js'

/** What the server answered, also where it refused. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Calls the wallet API as the app's back end, signed by the keys that are given (wire reference §25). */
export type SignedCall = (
  method: string,
  path: string,
  request?: { body?: object; keys?: readonly KeyObject[] },
) => Promise<Answer>

/** Creates a function that calls the wallet API with the app's secret, which the browser never gets. */
export function createSignedCall({ authUrl, appId, appSecret }: OwnApp): SignedCall {
  const login = Buffer.from(`${appId}:${appSecret}`).toString('base64')
  return async (method, path, { body, keys = [] } = {}) => {
    const url = `${authUrl}/v1${path}`
    const headers = { 'privy-app-id': appId }
    const payload = { version: 1, method, url, body: body ?? {}, headers }
    const signatures = keys.map((key) => authorize(payload, key))
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        authorization: `Basic ${login}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(signatures.length > 0 && { 'privy-authorization-signature': signatures.join(',') }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new HttpError(502, 'The server doesn’t respond')
    })
    // An answer of the API is an object.
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { status: response.status, body: answer }
  }
}

/** The body of an answer. @throws HttpError with the server's status and sentence where it refused. */
export function accepted({ status, body }: Answer): Record<string, unknown> {
  if (status < 400) return body
  throw new HttpError(status, typeof body.error === 'string' ? body.error : 'The server refused')
}
