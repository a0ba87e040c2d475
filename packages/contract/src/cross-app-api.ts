import type { HeadsOf } from './page-api.js'

const own = { prefixes: ['/api/v1'] } as const

/** The heads of the calls by which users bring their wallets to other apps, each once (wire reference §10, §18.3). */
export const crossAppHeads = {
  crossApp: {
    connections: { method: 'GET', path: '/apps/{app_id}/cross-app/connections', auth: 'app' },
    authorize: {
      method: 'POST',
      path: '/authorization_code',
      prefixes: ['/oauth'],
      auth: 'user',
    },
    refuse: { ...own, method: 'POST', path: '/cross_app/logins/refuse', auth: 'user' },
    describeLogin: { ...own, method: 'POST', path: '/cross_app/logins/describe', auth: 'user' },
    describeSite: { ...own, method: 'POST', path: '/cross_app/sites/describe', auth: 'user' },
    connectSite: { ...own, method: 'POST', path: '/cross_app/sites/connect', auth: 'user' },
    openRequest: { ...own, method: 'POST', path: '/cross_app/requests/open', auth: 'user' },
    grants: { ...own, method: 'GET', path: '/cross_app/grants', auth: 'user' },
    revoke: { ...own, method: 'POST', path: '/cross_app/grants/revoke', auth: 'user' },
  },
} as const

/** Those calls, apart from `pageApi`: only the screens of other apps load them. */
export const crossAppApi: HeadsOf<typeof crossAppHeads> = crossAppHeads
