/** A network people know by name. */
export interface Network {
  name: string
  /** Of its own money; 18 decimals everywhere. */
  symbol: string
}

/** By chain id (EIP-155). A chain that is missing is shown by its number, with a word of warning. */
const networks: Readonly<Record<string, Network>> = {
  1: { name: 'Ethereum', symbol: 'ETH' },
  10: { name: 'OP Mainnet', symbol: 'ETH' },
  56: { name: 'BNB Smart Chain', symbol: 'BNB' },
  100: { name: 'Gnosis', symbol: 'xDAI' },
  130: { name: 'Unichain', symbol: 'ETH' },
  137: { name: 'Polygon', symbol: 'POL' },
  324: { name: 'ZKsync Era', symbol: 'ETH' },
  480: { name: 'World Chain', symbol: 'ETH' },
  8453: { name: 'Base', symbol: 'ETH' },
  42161: { name: 'Arbitrum One', symbol: 'ETH' },
  42220: { name: 'Celo', symbol: 'CELO' },
  43114: { name: 'Avalanche', symbol: 'AVAX' },
  59144: { name: 'Linea', symbol: 'ETH' },
  81457: { name: 'Blast', symbol: 'ETH' },
  534352: { name: 'Scroll', symbol: 'ETH' },
  7777777: { name: 'Zora', symbol: 'ETH' },
  31337: { name: 'Local test network', symbol: 'ETH' },
  80002: { name: 'Polygon Amoy (test)', symbol: 'POL' },
  84532: { name: 'Base Sepolia (test)', symbol: 'ETH' },
  421614: { name: 'Arbitrum Sepolia (test)', symbol: 'ETH' },
  11155111: { name: 'Sepolia (test)', symbol: 'ETH' },
  11155420: { name: 'OP Sepolia (test)', symbol: 'ETH' },
}

/** The network of a chain id; null for one that is not in the list. */
export function networkOf(chainId: bigint): Network | null {
  const id = chainId.toString()
  return Object.hasOwn(networks, id) ? (networks[id] ?? null) : null
}
