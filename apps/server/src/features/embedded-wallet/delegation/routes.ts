import {
  ApiError,
  delegatedWallets,
  delegation,
  type RouteRequest,
  type RouteResponse,
} from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import type { Deps } from '../../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../../http/implement.js'
import { walletBudget } from '../limits.js'
import { openConsent } from './consent.js'
import { listOwnDelegations } from './list.js'
import { revokeDelegations } from './revoke.js'
import { type DelegatedBody, signDelegated } from './sign.js'

type Body = RouteRequest<typeof delegatedWallets.rpc>['body']
type CallServerWallet = (call: {
  app: App
  body: Body
  signed: SignedRequest
}) => Promise<RouteResponse<typeof delegatedWallets.rpc> | undefined>

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

/**
 * What pages and back ends call about such wallets.
 *
 * @param callServerWallet  Carries out a call of an older client on a server wallet; undefined where its body names none.
 */
export function delegatedWalletRoutes(
  deps: Deps,
  callServerWallet: CallServerWallet,
): Implementation[] {
  return implement(delegatedWallets, {
    list: ({ caller }) => listOwnDelegations(deps, caller),
    revoke: ({ caller, request: { device } }) => revokeDelegations(deps, caller, device),
    rpc: async ({ caller: { app }, body, request: { signed } }) =>
      (await callServerWallet({ app, body, signed })) ??
      (await signDelegated(deps, app, { body: requireNamed(body), signed })),
  })
}

/** A wallet that is not a server wallet is named by its address. */
function requireNamed({ address, chain_type, ...body }: Body): DelegatedBody {
  if (address !== undefined && chain_type !== undefined) return { ...body, address, chain_type }
  throw new ApiError('invalid_data', { message: 'address and chain_type must be provided' })
}
