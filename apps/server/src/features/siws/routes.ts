import { api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { changeBudgets, perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { walletData, walletKey } from '../../identity/external-wallet.js'
import { link } from '../../identity/link.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import { issueNonce, requireMethodOn } from '../../identity/wallet-proof.js'
import { proveSolanaWallet } from './prove.js'

const method = 'solana_wallet_auth'
const chainType = 'solana'

/** Login and linking with a Solana wallet (wire reference §11.4, 13). */
export function siwsRoutes(deps: Deps): Implementation[] {
  const claim = (app: App, key: string) => admit(deps, { app, method, key })
  return implement(api.siws, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body: { address }, request }) => {
        requireMethodOn(app, method)
        await claim(app, walletKey({ chainType, address }))
        return issueNonce(deps, { app, chainType, address, request })
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const { wallet, key, proof } = await proveSolanaWallet(deps, { app, body, request })
        const verdict = await claim(app, key)
        const data = walletData(wallet)
        return signIn(deps, { verdict, data, proof, mode: body.mode, ...request.browser })
      },
    },
    link: {
      budgets: (_request, spender) => [perNetwork('login', spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { wallet, key, proof } = await proveSolanaWallet(deps, { app, body, request })
        const verdict = await claim(app, key)
        return link(deps, { verdict, data: walletData(wallet), proof, userId, request })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body: { address }, request }) => {
        const account = { type: 'wallet', key: walletKey({ chainType, address }) } as const
        return unlink(deps, { ...caller, account, request })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { nonce, address }, request }) => {
        const { app, userId, sessionId } = caller
        const verdict = await claim(app, walletKey({ chainType, address }))
        return transfer(deps, { verdict, nonce, userId, sessionId, request })
      },
    },
  })
}
