import { api } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { hourMs, minuteMs, perNetwork, perUser, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { beginPurchase, readPurchase } from './coinbase.js'
import { signPurchase } from './moonpay.js'
import { requireOwnAddress } from './own-address.js'
import { createTokenFacts } from './token-facts.js'

/** Purchases that a user may begin in a minute and in an hour: each may cost the app a session at the provider. */
const purchases = (spender: Spender) => [
  perUser('funding-purchases-minute', spender, { points: 10, windowMs: minuteMs }),
  perUser('funding-purchases', spender, { points: 60, windowMs: hourMs }),
]

/** Buying coins for the caller's own wallets, and what tokens are worth (wire reference §16). */
export function fundingRoutes(deps: Deps): Implementation[] {
  const facts = createTokenFacts(deps)
  return implement(api.funding, {
    signMoonpay: {
      terms: 'accepted',
      budgets: (_request, spender) => purchases(spender),
      handle: async ({ caller: { app, user, userId }, body }) => {
        requireOwnAddress(user.accounts, body.address)
        return signPurchase(deps.config, app, { ...body, userId })
      },
    },
    initCoinbase: {
      terms: 'accepted',
      budgets: (_request, spender) => purchases(spender),
      handle: async ({ caller: { app, user, userId }, body }) => {
        for (const { address } of body.addresses) requireOwnAddress(user.accounts, address)
        return beginPurchase(deps, { app, userId }, body)
      },
    },
    coinbaseStatus: {
      budgets: (_request, spender) => [perNetwork('funding-status', spender)],
      handle: async ({ caller: { app, userId }, query }) =>
        readPurchase(deps, { app, userId }, query.partnerUserId),
    },
    tokenPrice: {
      budgets: (_request, spender) => [perNetwork('token-facts', spender)],
      handle: ({ query }) => facts.price(query),
    },
    splTokenInfo: {
      budgets: (_request, spender) => [perNetwork('token-facts', spender)],
      handle: ({ query: { mint_address: mint, cluster = 'mainnet-beta' } }) =>
        facts.splToken({ mint, cluster }),
    },
  })
}
