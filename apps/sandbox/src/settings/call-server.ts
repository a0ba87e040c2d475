import { headers } from '@sallyport/contract'
import { HttpError } from '../http/origin.js'

/** The server, and the app whose secret opens its calls. */
export interface OwnApp {
  authUrl: string
  appId: string
  appSecret: string
}

/** Calls the server as the app's back end. @throws HttpError with the server's status and sentence. */
type CallServer = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Creates a function that calls the server with the app's secret, which the browser never gets. */
export function createServerCall({ authUrl, appId, appSecret }: OwnApp): CallServer {
  const login = Buffer.from(`${appId}:${appSecret}`).toString('base64')
  return async (method, path, body) => {
    const response = await fetch(`${authUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${login}`,
        [headers.appId]: appId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new HttpError(502, 'The server doesn’t respond')
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new HttpError(response.status, errorIn(answer))
    return answer
  }
}

function errorIn(answer: unknown): string {
  const error =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  return typeof error === 'string' ? error : 'The server refused the request'
}
