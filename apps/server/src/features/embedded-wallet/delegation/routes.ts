import { delegatedWallets, delegation } from '@sallyport/contract'
import type { Deps } from '../../../deps.js'
import { type Implementation, implement } from '../../../http/implement.js'
import { walletBudget } from '../limits.js'
import { openConsent } from './consent.js'
import { listOwnDelegations } from './list.js'
import { revokeDelegations } from './revoke.js'
import { signDelegated } from './sign.js'
import { storeConsent } from './store-consent.js'

/** What the wallet frame calls for a user who lets the app act with a wallet (docs/features/delegation.md). */
export function delegationRoutes(deps: Deps): Implementation[] {
  return implement(delegation, {
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
  })
}

/** What pages and back ends call about such wallets. */
export function delegatedWalletRoutes(deps: Deps): Implementation[] {
  return implement(delegatedWallets, {
    list: ({ caller }) => listOwnDelegations(deps, caller),
    revoke: ({ caller, request: { device } }) => revokeDelegations(deps, caller, device),
    rpc: ({ caller, body, request: { signed } }) =>
      signDelegated(deps, caller.app, { body, signed }),
  })
}
