import { ApiError, api, type RouteRequest, solanaAddress } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement, type RequestFacts } from '../../http/implement.js'
import {
  type ExternalWallet,
  refuseEmbedded,
  walletData,
  walletKey,
} from '../../identity/external-wallet.js'
import { parseLoginMessage } from '../../identity/login-message.js'
import type { Proof } from '../../identity/proof.js'
import { admit, signIn } from '../../identity/sign-in.js'
import {
  checkLoginFields,
  issueNonce,
  malformedMessage,
  proveNonce,
  refusedSignature,
} from '../../identity/wallet-proof.js'
import { signedBy } from './signed-bytes.js'

const method = 'solana_wallet_auth'
/** What clients write as `Chain ID` (wire reference §17.3), and its form with a namespace. */
const chains: readonly string[] = ['mainnet', 'solana:mainnet']

/** Login with a Solana wallet (wire reference §11.4). */
export function siwsRoutes(deps: Deps): Implementation[] {
  return implement(api.siws, {
    init: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller, body: { address }, request }) => {
        const { app, sessionId } = caller
        if (!app.settings[method]) throw new ApiError('disallowed_login_method')
        // A signed-in user may link wallets that the allow-list does not name.
        if (sessionId === undefined) {
          await admit(deps, { app, method, key: walletKey({ chainType: 'solana', address }) })
        }
        return issueNonce(deps, { app, chainType: 'solana', address, request })
      },
    },
    authenticate: {
      budgets: (_request, spender) => [perNetwork('login', spender)],
      handle: async ({ caller: { app }, body, request }) => {
        const { wallet, key, proof } = await proveSolanaWallet(deps, { app, body, request })
        const verdict = await admit(deps, { app, method, key })
        const data = walletData(wallet)
        return signIn(deps, { verdict, data, proof, mode: body.mode, device: request.device })
      },
    },
  })
}

type Body = Omit<RouteRequest<typeof api.siws.authenticate>['body'], 'mode'>

/**
 * Proves a Solana wallet by a login message that its key signed.
 *
 * @throws ApiError `invalid_data` for a malformed message or address; `invalid_credentials` for another site, chain, time,
 *   nonce or signature.
 */
async function proveSolanaWallet(
  deps: Deps,
  { app, body, request }: { app: App; body: Body; request: RequestFacts },
): Promise<{ wallet: ExternalWallet; key: string; proof: Proof }> {
  const { message, walletClientType, connectorType } = body
  const fields = parseLoginMessage(message, 'Solana')
  if (fields === undefined) throw malformedMessage()
  const { address } = fields
  if (!solanaAddress.safeParse(address).success) {
    throw new ApiError('invalid_data', { message: 'Invalid Solana address' })
  }
  checkLoginFields(deps, { app, fields, request })
  const signature = Buffer.from(body.signature, 'base64')
  const isSigned = signedBy[body.message_type ?? 'plain']({ address, message, signature })
  if (!chains.includes(fields.chainId) || !isSigned) throw refusedSignature()
  const wallet = { chainType: 'solana', address, walletClientType, connectorType } as const
  const key = walletKey(wallet)
  await refuseEmbedded(deps, { app, key })
  return { wallet, key, proof: proveNonce(deps, { app, chainType: 'solana', fields, request }) }
}
