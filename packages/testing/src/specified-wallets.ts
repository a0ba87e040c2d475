import type { SpecifiedCall } from './specified-calls.js'

/** The calls about wallets by which an app's back end may act (wire reference §12, §15, §24). */
export const wallets = {
  'POST /wallets': {
    auth: 'S',
    body: {
      chain_type: 'ethereum',
      policy_id: 'p'.repeat(24),
      authorization_key_ids: ['k'.repeat(24)],
      authorization_threshold: 1,
    },
  },
  'POST /wallets/delegate': { auth: 'U' },
  'POST /wallets/revoke': { auth: 'U' },
  'POST /wallets/rpc': { auth: 'S' },
} as const satisfies Record<string, SpecifiedCall>
