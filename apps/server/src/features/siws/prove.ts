import { ApiError, type api, type RouteRequest, solanaAddress } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { type ExternalWallet, walletKey } from '../../identity/external-wallet.js'
import { parseLoginMessage } from '../../identity/login-message.js'
import type { Proof } from '../../identity/proof.js'
import {
  checkLoginFields,
  malformedMessage,
  proveNonce,
  refusedSignature,
} from '../../identity/wallet-proof.js'
import { signedBy } from './signed-bytes.js'

/** What clients write as `Chain ID` (wire reference §17.3), and its form with a namespace. */
const chains: readonly string[] = ['mainnet', 'solana:mainnet']

type Body = Omit<RouteRequest<typeof api.siws.authenticate>['body'], 'mode'>

/**
 * Proves a Solana wallet by a login message that its key signed.
 *
 * @throws ApiError `invalid_data` for a malformed message or address; `invalid_credentials` for another site, chain, time,
 *   nonce or signature.
 */
export async function proveSolanaWallet(
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
  return { wallet, key, proof: proveNonce(deps, { app, chainType: 'solana', fields, request }) }
}
