import { api } from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
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
import { hasSmartWallets, linkSmartWallet } from './link-smart-wallet.js'
import { invalidAddress, proveEthereumWallet, proveSmartWallet } from './prove.js'

const method = 'wallet_auth'
const chainType = 'ethereum'

/** Login and linking with an Ethereum wallet (wire reference §11.3, 13). */
export function siweRoutes(deps: Deps): Implementation[] {
  const claim = (app: App, key: string) => admit(deps, { app, method, key })
  return implement(api.siwe, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const address = body.address ? readAddress(body.address) : null
        // The message that links a smart wallet needs a nonce too, and opens no session.
        const isForLogin = app.settings.wallet_auth || !hasSmartWallets(app)
        if (isForLogin) requireMethodOn(app, method)
        if (isForLogin && address !== null) await claim(app, walletKey({ chainType, address }))
        return issueNonce(deps, { app, chainType, address, request })
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const { wallet, key, proof } = await proveEthereumWallet(deps, { app, body, request })
        const verdict = await claim(app, key)
        const data = walletData(wallet)
        return signIn(deps, { verdict, data, proof, mode: body.mode, ...request.browser })
      },
    },
    link: {
      budgets: (_request, spender) => [perNetwork('login', spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        const { wallet, key, proof } = await proveEthereumWallet(deps, { app, body, request })
        const verdict = await claim(app, key)
        return link(deps, { verdict, data: walletData(wallet), proof, userId, request })
      },
    },
    linkSmartWallet: {
      // The check asks the chain's node.
      budgets: (_request, spender) => [perNetwork('login', spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        const wallet = await proveSmartWallet(deps, { app, userId, body, request })
        return linkSmartWallet(deps, { app, userId, ...wallet })
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

/** The EIP-55 spelling. @throws ApiError `invalid_data` when capitals contradict the checksum. */
function readAddress(address: string): string {
  const spelled = checksumAddress(address)
  const isLowerCase = address.slice(2) === address.slice(2).toLowerCase()
  if (address !== spelled && !isLowerCase) throw invalidAddress()
  return spelled
}
