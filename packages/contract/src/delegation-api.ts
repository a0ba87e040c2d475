import type { HeadsOf } from './page-api.js'

/** The heads of the calls by which a page lists and ends delegations. */
export const delegationHeads = {
  delegatedWallets: {
    list: { method: 'GET', path: '/wallets/delegations', auth: 'user' },
    revoke: { method: 'POST', path: '/wallets/revoke', auth: 'user' },
  },
} as const

/** These calls, apart from `pageApi`: only their screens load them. */
export const delegationApi: HeadsOf<typeof delegationHeads> = delegationHeads
