import { chainRpc, solanaRpcUrls } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ConfigError, RpcError } from '../errors.js'
import type { Chain, ClientOptions, SolanaCluster } from '../types.js'
import { defaultChains } from './default-chains.js'

/** Where each cluster is reached that names no URL. */
const clusterUrls = {
  ...solanaRpcUrls,
  localnet: 'http://localhost:8899',
} as const satisfies Record<SolanaCluster['name'], string>

/** The chains an app offers, never none: its own, else 26 well-known ones (react-api §2, §11). */
export function chainsOf(options: ClientOptions): readonly Chain[] {
  const { supportedChains = [], defaultChain } = options
  if (supportedChains.length > 0) return supportedChains
  const isKnown = defaultChains.some(({ id }) => id === defaultChain?.id)
  return defaultChain && !isKnown ? [defaultChain, ...defaultChains] : defaultChains
}

/** The chain a wallet starts on. */
export function defaultChainOf(options: ClientOptions): Chain {
  return options.defaultChain ?? chainsOf(options)[0] ?? defaultChains[0]
}

/** The configured chain with this id. @throws RpcError 4901 when there is none. */
export function requireChain(options: ClientOptions, id: number): Chain {
  const chain = chainsOf(options).find((each) => each.id === id)
  if (!chain) throw new RpcError(4901, { message: `Unsupported chainId ${id}` })
  return chain
}

/**
 * The URL requests for `chain` go to: wallet override, developer's URL, provider's URL with the app id, public, default
 * (specification §7, wire reference §31).
 *
 * @throws ConfigError "No RPC url found for {chain}".
 */
export function rpcUrlOf(
  chain: Chain,
  { appId, rpcUrls = {} }: Pick<ClientOptions, 'appId' | 'rpcUrls'>,
): string {
  const under = (key: string) => chain.rpcUrls[key]?.http[0]
  const provider = under(chainRpc.providerKey)
  const url =
    under(chainRpc.overrideKey) ??
    rpcUrls[chain.id] ??
    (provider && withAppId(provider, appId)) ??
    under('public') ??
    under('default')
  if (!url) throw new ConfigError(`No RPC url found for ${chain.name}`)
  return url
}

/** `chain` with `url` before every other RPC URL. */
export function addRpcUrlOverrideToChain<C extends Chain>(chain: C, url: string): C {
  return {
    ...chain,
    rpcUrls: { ...chain.rpcUrls, [chainRpc.overrideKey]: { http: [url] } },
  }
}

/** `chain` with `url` as the provider's RPC URL, to which the app id is added: third in the choice order. */
export function addSallyportRpcToChain<C extends Chain>(chain: C, url: string): C {
  return {
    ...chain,
    rpcUrls: { ...chain.rpcUrls, [chainRpc.providerKey]: { http: [url] } },
  }
}

/** The Solana clusters an app offers; never empty. */
export function clustersOf(options: ClientOptions): readonly SolanaCluster[] {
  const { solanaClusters = [] } = options
  return solanaClusters.length > 0 ? solanaClusters : [{ name: 'mainnet-beta' }]
}

/** The named cluster, or the first one. @throws RpcError 4901 when it is not configured. */
export function requireCluster(
  { options }: SallyportClient,
  name?: SolanaCluster['name'],
): SolanaCluster {
  const clusters = clustersOf(options)
  const cluster = name ? clusters.find((each) => each.name === name) : clusters[0]
  if (!cluster) throw new RpcError(4901, { message: `Unsupported cluster ${name}` })
  return cluster
}

/** The URL requests for `cluster` go to. */
export function clusterUrlOf({ name, rpcUrl }: SolanaCluster): string {
  return rpcUrl ?? clusterUrls[name]
}

function withAppId(url: string, appId: string): string {
  const full = new URL(url)
  full.searchParams.set(chainRpc.appIdParameter, appId)
  return full.href
}
