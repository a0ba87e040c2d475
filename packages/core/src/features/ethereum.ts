import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { PreparedTransaction } from '../providers/ethereum-transaction.js'
import type { Chain } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'

export { type Announcement, announce } from '../providers/announce.js'
export {
  addRpcUrlOverrideToChain,
  addSallyportRpcToChain,
  chainsOf,
  defaultChainOf,
  rpcUrlOf,
} from '../providers/chains.js'
export { defaultChains } from '../providers/default-chains.js'
export {
  type EthereumEvents,
  type EthereumProvider,
  getProvider,
  requestOwner,
} from '../providers/ethereum.js'
export type { SignedAuthorization } from '../providers/ethereum-authorization.js'
export { readable } from '../providers/ethereum-parameters.js'
export type { PreparedTransaction } from '../providers/ethereum-transaction.js'
export { furtherChains } from '../providers/further-chains.js'

/**
 * What a transaction would be and cost, for a screen that asks: filled fields, fees, balance, and why it would fail.
 * Amounts in wei. Loads the chain library on first use.
 *
 * @throws RpcError 4100 when the user has no wallet at `address`, -32602 for fields that cannot be read.
 */
export async function prepareTransaction(
  client: SallyportClient,
  request: { address: string; chain: Chain; transaction: Record<string, unknown> },
): Promise<PreparedTransaction> {
  const wallet = embeddedWallets(client, 'ethereum').find((each) =>
    isSameAddress(each.address, request.address),
  )
  if (!wallet) throw new RpcError(4100)
  const { prepareTransaction: prepare } = await import('../providers/chain-work.js')
  return prepare(client, { ...request, wallet })
}
