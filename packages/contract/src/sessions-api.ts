import type { HeadsOf } from './page-api.js'

/** The heads of the calls about the user's own sessions, each once. */
export const sessionsHeads = {
  sessions: {
    list: { method: 'GET', path: '/users/me/sessions', auth: 'user' },
    revoke: { method: 'POST', path: '/users/me/sessions/revoke', auth: 'user' },
    activity: { method: 'GET', path: '/users/me/activity', auth: 'user' },
  },
} as const

/** Those calls, apart from `pageApi`: only the screen of devices and its hook load them. */
export const sessionsApi: HeadsOf<typeof sessionsHeads> = sessionsHeads
