import { headers } from '@sallyport/contract'
import { OriginRefusal, type OriginRoute } from '../http/origin.js'

/**
 * The app's settings for the dashboard: the calls are passed on to the server with the app's secret, which stays
 * here.
 */
export function settingsRoutes(options: {
  authUrl: string
  appId: string
  appSecret: string
}): OriginRoute[] {
  const { authUrl, appId, appSecret } = options
  const login = Buffer.from(`${appId}:${appSecret}`).toString('base64')
  const pass = async (method: string, body?: unknown) => {
    const response = await fetch(`${authUrl}/admin/v1/app`, {
      method,
      headers: {
        authorization: `Basic ${login}`,
        [headers.appId]: appId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new OriginRefusal(502, 'The server does not answer')
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new OriginRefusal(response.status, sentenceIn(answer))
    return answer
  }
  return [
    { method: 'GET', path: '/api/app', handle: () => pass('GET') },
    { method: 'PATCH', path: '/api/app', handle: ({ body }) => pass('PATCH', body ?? {}) },
  ]
}

function sentenceIn(answer: unknown): string {
  const error =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  return typeof error === 'string' ? error : 'The server refused'
}
