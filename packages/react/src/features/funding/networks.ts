import { type Chain, ethereum, type SallyportClient, solana } from '@sallyport/core'
import { clusterNames } from '../../chain/cluster-names.js'
import type { PricedAsset } from '../../config.js'
import type { Funding, FundingNetwork } from '../../flow/funding-data.js'

/** A network as funding screens show it and ask it. */
interface NetworkFacts {
  /** CAIP-2 for Ethereum's, by name for Solana's clusters: `eip155:8453`, `solana:devnet`. */
  id: string
  name: string
  coin: { symbol: string; decimals: number }
  isTest: boolean
  /** Where a transaction can be looked at; null when the network has no explorer. */
  explorerOf(hash: string): string | null
}

/** What is known of a network. @throws Error for a chain that the app does not offer. */
export function factsOf(client: SallyportClient, network: FundingNetwork): NetworkFacts {
  if (network.type === 'ethereum') return ethereumFacts(requireChain(client, network.chainId))
  return solanaFacts(network.cluster)
}

/** The chain of the app with this id. @throws Error when it offers none. */
export function requireChain({ options }: SallyportClient, chainId: number): Chain {
  const chain = ethereum.chainsOf(options).find((each) => each.id === chainId)
  if (!chain) throw new Error(`The app does not offer chain ${chainId}`)
  return chain
}

/** The networks of the app that a wallet of this kind can pay from. */
export function networksOf(
  { options }: SallyportClient,
  type: FundingNetwork['type'],
): readonly FundingNetwork[] {
  if (type === 'ethereum')
    return ethereum.chainsOf(options).map(({ id }) => ({ type, chainId: id }))
  return solana.clustersOf(options).map(({ name }) => ({ type, cluster: name }))
}

/** An asset of a network, as prices are asked for. */
export function pricedAsset({ network, asset }: Pick<Funding, 'network' | 'asset'>): PricedAsset {
  return { network: networkId(network), token: asset.token, symbol: asset.symbol }
}

/** Whether two networks are the same one. */
export function isSameNetwork(one: FundingNetwork, other: FundingNetwork): boolean {
  return networkId(one) === networkId(other)
}

/** CAIP-2 for Ethereum's networks, by name for Solana's clusters. */
export function networkId(network: FundingNetwork): string {
  if (network.type === 'ethereum') return `eip155:${network.chainId}`
  return `solana:${network.cluster}`
}

function ethereumFacts(chain: Chain): NetworkFacts {
  const { id, name, nativeCurrency, testnet, blockExplorers } = chain
  const site = blockExplorers?.default.url.replace(/\/$/, '')
  return {
    id: `eip155:${id}`,
    name,
    coin: { symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    isTest: testnet === true,
    explorerOf: (hash) => (site ? `${site}/tx/${hash}` : null),
  }
}

function solanaFacts(cluster: keyof typeof clusterNames): NetworkFacts {
  const query = cluster === 'mainnet-beta' ? '' : `?cluster=${cluster}`
  return {
    id: `solana:${cluster}`,
    name: clusterNames[cluster],
    coin: { symbol: 'SOL', decimals: 9 },
    isTest: cluster !== 'mainnet-beta',
    explorerOf: (hash) =>
      cluster === 'localnet' ? null : `https://explorer.solana.com/tx/${hash}${query}`,
  }
}
