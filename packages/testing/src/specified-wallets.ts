import type { SpecifiedCall } from './specified-calls.js'

/** The calls about wallets by which an app's back end may act (wire reference §12, §15, §24). */
export const wallets = {
  'POST /wallets/delegate': { auth: 'U' },
  'POST /wallets/revoke': { auth: 'U' },
  'POST /wallets/rpc': { auth: 'S' },
} as const satisfies Record<string, SpecifiedCall>
