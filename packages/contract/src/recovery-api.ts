import type { HeadsOf } from './page-api.js'

/** The heads of the calls by which a page gets access to a user's cloud storage, each once (wire reference §15). */
export const recoveryHeads = {
  recovery: {
    init: { method: 'POST', path: '/recovery/oauth/init', auth: 'user' },
    authenticate: { method: 'POST', path: '/recovery/oauth/authenticate', auth: 'user' },
    initICloud: { method: 'POST', path: '/recovery/oauth/init_icloud', auth: 'user' },
  },
} as const

/** Those calls, apart from `pageApi`: only what visits a cloud storage loads them. */
export const recoveryApi: HeadsOf<typeof recoveryHeads> = recoveryHeads
