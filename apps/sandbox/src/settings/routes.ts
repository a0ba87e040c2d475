import type { OriginCall, OriginRoute } from '../http/origin.js'
import { createServerCall, type OwnApp } from './call-server.js'

/** The dashboard's routes for what the app decides. They forward to the server with the app's secret. */
export function settingsRoutes(app: OwnApp): OriginRoute[] {
  const call = createServerCall(app)
  const lists = (['allowlist', 'denylist'] as const).flatMap((name): OriginRoute[] => {
    const target = `/api/v1/apps/${app.appId}/${name}`
    const path = `/api/app/${name}`
    return [
      { method: 'GET', path, handle: () => call('GET', target) },
      { method: 'POST', path, handle: ({ body }) => call('POST', target, body ?? {}) },
      {
        method: 'DELETE',
        path,
        handle: ({ query }) => call('DELETE', target, Object.fromEntries(query)),
      },
    ]
  })
  const providers = '/admin/v1/oauth_providers'
  const accounts = `/api/v1/apps/${app.appId}/test_credentials`
  return [
    { method: 'GET', path: '/api/app', handle: () => call('GET', '/admin/v1/app') },
    {
      method: 'PATCH',
      path: '/api/app',
      handle: ({ body }) => call('PATCH', '/admin/v1/app', body ?? {}),
    },
    { method: 'GET', path: '/api/app/providers', handle: () => call('GET', providers) },
    {
      method: 'POST',
      path: '/api/app/providers',
      handle: ({ query, body }) => call('PUT', `${providers}/${named(query, 'provider')}`, body),
    },
    {
      method: 'DELETE',
      path: '/api/app/providers',
      handle: ({ query }) => call('DELETE', `${providers}/${named(query, 'provider')}`),
    },
    ...lists,
    { method: 'GET', path: '/api/app/test-accounts', handle: () => call('GET', accounts) },
    {
      method: 'POST',
      path: '/api/app/test-accounts',
      handle: ({ body }) => call('POST', accounts, body ?? {}),
    },
    {
      method: 'DELETE',
      path: '/api/app/test-accounts',
      handle: ({ query }) => call('DELETE', `${accounts}/${named(query, 'id')}`),
    },
  ]
}

function named(query: OriginCall['query'], name: string): string {
  return encodeURIComponent(query.get(name) ?? '')
}
