import { delegatedWallets } from '@sallyport/contract'
import type { Deps } from '../../../deps.js'
import { type Implementation, implement } from '../../../http/implement.js'
import { walletBudget } from '../limits.js'
import { openConsent } from './consent.js'
import { revokeDelegations } from './revoke.js'
import { signDelegated } from './sign.js'
import { storeConsent } from './store-consent.js'

/** Wallets by which an app's back end may act (docs/delegation.md). */
export function delegatedWalletRoutes(deps: Deps): Implementation[] {
  return implement(delegatedWallets, {
    openConsent: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('delegate', spender)],
      handle: async ({ caller, params, body }) => ({
        consent: await openConsent(deps, caller, {
          walletId: params.wallet_id,
          chainType: body.chain_type,
          walletIndex: body.wallet_index,
        }),
      }),
    },
    delegate: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('delegate', spender)],
      handle: ({ caller, body, request: { device } }) =>
        storeConsent(deps, caller, { body, device }),
    },
    revoke: ({ caller, request: { device } }) => revokeDelegations(deps, caller, device),
    rpc: ({ caller, body, request: { signed } }) =>
      signDelegated(deps, caller.app, { body, signed }),
  })
}
