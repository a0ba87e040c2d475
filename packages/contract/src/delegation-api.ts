import type { HeadsOf } from './page-api.js'

/** The head of the call by which a page ends delegations. */
export const delegationHeads = {
  delegatedWallets: {
    revoke: { method: 'POST', path: '/wallets/revoke', auth: 'user' },
  },
} as const

/** That call, apart from `pageApi`: only its screen loads it. */
export const delegationApi: HeadsOf<typeof delegationHeads> = delegationHeads
