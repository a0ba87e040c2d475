/** Addresses of the sandbox's servers: `GET /config.json`. */
export interface DemoConfig {
  appId: string
  /** The app whose users' wallets this one uses; only the second demo has it. */
  providerAppId?: string
  authUrl: string
  evmRpcUrl: string
  solanaRpcUrl: string
  /** Esplora's API of the Bitcoin chain. */
  esploraUrl: string
  /** Relay of WalletConnect. */
  relayUrl: string
  /** Origin of the sandbox's faucets and inbox. */
  dashboardUrl: string
  inboxUrl: string
}

/** Loads the demo's configuration from its own origin. */
export async function loadDemoConfig(): Promise<DemoConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error('Could not load /config.json. Start the sandbox with npm start')
  return (await response.json()) as DemoConfig // written by the same launcher that serves this page
}

/** The local test chain in viem's format. */
export function localChain(config: DemoConfig) {
  return {
    id: 31337,
    name: 'Local Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [config.evmRpcUrl] } },
    testnet: true,
  }
}
