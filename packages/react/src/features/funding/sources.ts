import { externalWallet, RpcError, type SallyportClient } from '@sallyport/core'
import type { Funding, FundingNetwork, FundingSource } from '../../flow/funding-data.js'
import { networksOf } from './networks.js'

/** An external wallet of this page as one that pays. */
export function sourceOf({ connector, address }: externalWallet.ExternalWallet): FundingSource {
  const { id, name, chainType } = connector
  return { connectorId: id, name, address, type: chainType }
}

/** Whether a wallet of this kind can pay: of the same kind of network, or of the other one where the app lets Relay bridge. */
export function canPay(
  { state }: SallyportClient,
  { network, asset }: Funding,
  type: FundingNetwork['type'],
): boolean {
  if (type === network.type) return true
  // Relay delivers the networks' coins and the tokens of Ethereum's; the app decides whether it is offered.
  const isOn = state.config?.funding_config?.cross_chain_bridging_enabled === true
  return isOn && (asset.token === null || asset.symbol === 'USDC')
}

/** The network that a wallet pays on first: the funded one where it can, else the first of its kind. */
export function payingNetwork(
  client: SallyportClient,
  { network }: Funding,
  type: FundingNetwork['type'],
): FundingNetwork {
  if (type === network.type) return network
  const [first] = networksOf(client, type)
  if (!first) throw new Error('The app offers no network of this kind')
  return first
}

/**
 * The connected wallet that a source names.
 *
 * @throws RpcError 4900 when it is not connected any more.
 */
export function requireSource(
  client: SallyportClient,
  { address, type }: FundingSource,
): externalWallet.ExternalWallet {
  const found = externalWallet.connectedAt(client, address)
  if (found?.connection.chainType !== type) throw new RpcError(4900)
  return found
}
