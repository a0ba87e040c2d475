import type { analytics } from './features/analytics.js'
import type { app } from './features/app.js'
import type { email } from './features/email.js'
import type { guest } from './features/guest.js'
import type { session } from './features/session.js'
import type { user } from './features/user.js'
import type { RouteGroup, RouteHead } from './route.js'

type Heads<G extends RouteGroup> = { readonly [K in keyof G]: RouteHead<G[K]> }

/**
 * The routes an app's page calls: `api` without those of the wallet frame and of back ends, and of each only what finds
 * it. A page checks nothing by their schemas, and would load and build all of them before its first paint.
 */
export const pageApi: {
  readonly analytics: Heads<typeof analytics>
  readonly app: Heads<Pick<typeof app, 'config'>>
  readonly email: Heads<typeof email>
  readonly guest: Heads<typeof guest>
  readonly session: Heads<typeof session>
  readonly user: Heads<typeof user>
} = {
  analytics: { record: { method: 'POST', path: '/analytics_events', auth: 'app' } },
  app: { config: { method: 'GET', path: '/apps/{app_id}', auth: 'any-app' } },
  email: {
    init: { method: 'POST', path: '/passwordless/init', auth: 'any-app' },
    authenticate: { method: 'POST', path: '/passwordless/authenticate', auth: 'any-app' },
  },
  guest: { authenticate: { method: 'POST', path: '/guest/authenticate', auth: 'app' } },
  session: {
    refresh: { method: 'POST', path: '/sessions', auth: 'app' },
    logout: { method: 'POST', path: '/sessions/logout', auth: 'app' },
  },
  user: {
    me: { method: 'GET', path: '/users/me', auth: 'user' },
    acceptTerms: { method: 'POST', path: '/users/me/accept_terms', auth: 'user' },
  },
}
