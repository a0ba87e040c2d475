import { ApiError, api } from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { walletData, walletKey } from '../../identity/external-wallet.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { issueNonce } from '../../identity/wallet-proof.js'
import { invalidAddress, proveEthereumWallet } from './prove.js'

const method = 'wallet_auth'

/** Login with an Ethereum wallet (wire reference §11.3). */
export function siweRoutes(deps: Deps): Implementation[] {
  return implement(api.siwe, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller, body, request }) => {
        const { app, sessionId } = caller
        const address = body.address ? readAddress(body.address) : null
        if (!app.settings[method]) throw new ApiError('disallowed_login_method')
        // A signed-in user may link wallets that the allow-list does not name.
        if (address !== null && sessionId === undefined) {
          await admit(deps, { app, method, key: walletKey({ chainType: 'ethereum', address }) })
        }
        return issueNonce(deps, { app, chainType: 'ethereum', address, request })
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const { wallet, key, proof } = await proveEthereumWallet(deps, { app, body, request })
        const verdict = await admit(deps, { app, method, key })
        const data = walletData(wallet)
        return signIn(deps, { verdict, data, proof, mode: body.mode, device: request.device })
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
