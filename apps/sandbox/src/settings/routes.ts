import { headers } from '@sallyport/contract'
import { HttpError, type OriginRoute } from '../http/origin.js'

/**
 * The dashboard's routes for the app's settings. They forward to the server with the app's secret, which the browser never
 * gets.
 */
export function settingsRoutes(options: {
  authUrl: string
  appId: string
  appSecret: string
}): OriginRoute[] {
  const { authUrl, appId, appSecret } = options
  const login = Buffer.from(`${appId}:${appSecret}`).toString('base64')
  const forward = async (method: string, body?: unknown) => {
    const response = await fetch(`${authUrl}/admin/v1/app`, {
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
  return [
    { method: 'GET', path: '/api/app', handle: () => forward('GET') },
    { method: 'PATCH', path: '/api/app', handle: ({ body }) => forward('PATCH', body ?? {}) },
  ]
}

function errorIn(answer: unknown): string {
  const error =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  return typeof error === 'string' ? error : 'The server refused the request'
}
