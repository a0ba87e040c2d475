import type { HeadsOf } from './page-api.js'

/** The heads of the routes that every page calls, each once. */
export const startHeads = {
  analytics: { record: { method: 'POST', path: '/analytics_events', auth: 'app' } },
  app: { config: { method: 'GET', path: '/apps/{app_id}', auth: 'any-app' } },
  session: {
    refresh: { method: 'POST', path: '/sessions', auth: 'app' },
    // An access token that has expired must not keep a user from logging out.
    logout: { method: 'POST', path: '/sessions/logout', auth: 'app' },
    fork: { method: 'POST', path: '/sessions/fork', auth: 'user' },
    recover: { method: 'POST', path: '/sessions/fork/recover', auth: 'app' },
  },
  user: {
    me: { method: 'GET', path: '/users/me', auth: 'user' },
    acceptTerms: { method: 'POST', path: '/users/me/accept_terms', auth: 'user' },
  },
} as const

/** The part of `pageApi` that a page loads first: it starts, keeps and ends sessions. */
export const startApi: HeadsOf<typeof startHeads> = startHeads
