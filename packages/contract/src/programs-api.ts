import type { HeadsOf } from './page-api.js'

/** The heads of the calls by which a page lists and ends what programs of the user may do. */
export const programHeads = {
  programs: {
    list: { method: 'GET', path: '/device/grants', prefixes: ['/api/v1'], auth: 'user' },
    end: {
      method: 'POST',
      path: '/device/grants/{grant_id}/end',
      prefixes: ['/api/v1'],
      auth: 'user',
    },
  },
} as const

/** These calls, apart from `pageApi`: only their screens load them. */
export const programsApi: HeadsOf<typeof programHeads> = programHeads
