import type { SmartWalletClientConfig, SmartWalletConfig } from '@sallyport/contract'
import { type Chain, defineChain } from 'viem'

/** One chain of an app's smart wallets: where its bundler and its paymaster are. */
export interface SmartWalletNetwork {
  /** The number of an EIP-155 chain. */
  chainId: number
  bundlerUrl: string
  paymasterUrl?: string | undefined
  /** Handed to the paymaster as it is. */
  paymasterContext?: Readonly<Record<string, unknown>> | undefined
  rpcUrl?: string | undefined
  chainName?: string | undefined
}

/** What an app has set for its smart wallets. */
export interface SmartWalletSettings {
  type: string
  version?: string | undefined
  networks: readonly SmartWalletNetwork[]
}

/** The settings as the server answers them (wire reference §16); null while smart wallets are off. */
export function readSettings(config: SmartWalletConfig): SmartWalletSettings | null {
  if (!config.enabled) return null
  return {
    type: config.smart_wallet_type,
    version: config.smart_wallet_version,
    networks: config.configured_networks.map((network) => ({
      chainId: numberOf(network.chain_id),
      bundlerUrl: network.bundler_url,
      paymasterUrl: network.paymaster_url,
      paymasterContext: network.paymaster_context && {
        policyId: network.paymaster_context.policy_id,
        policy_id: network.paymaster_context.policy_id,
      },
      rpcUrl: network.rpc_url,
      chainName: network.chain_name,
    })),
  }
}

/** The settings in the form of the client (specification §3); null while smart wallets are off. */
export function readClientSettings(config: SmartWalletClientConfig): SmartWalletSettings | null {
  if (!config.enabled) return null
  const { smartWalletType: type, configuredNetworks } = config
  return {
    type,
    networks: configuredNetworks.map(({ chainId, ...network }) => ({
      ...network,
      chainId: numberOf(chainId),
    })),
  }
}

/** The chain in viem's form, for one that the app does not list among its chains. */
export function chainOf(network: SmartWalletNetwork): Chain | null {
  const { chainId, rpcUrl, chainName } = network
  if (rpcUrl === undefined) return null
  return defineChain({
    id: chainId,
    name: chainName ?? `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

function numberOf(chainId: string): number {
  return Number(chainId.slice('eip155:'.length))
}
