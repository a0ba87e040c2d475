/** A network the user knows by name. */
export interface Network {
  name: string
  /** Of its native coin; 18 decimals everywhere. */
  symbol: string
  /** Whether its coins have no value. */
  isTest: boolean
  /** The colour its own site uses, as `#rrggbb`; decoration only. */
  colour: string
}

const network = (name: string, symbol: string, colour: string): Network => ({
  name,
  symbol,
  colour,
  isTest: false,
})
const testNetwork = (name: string, symbol: string, colour: string): Network => ({
  ...network(name, symbol, colour),
  isTest: true,
})

/** By chain id (EIP-155). A chain that is missing is shown by its number, with a warning. */
const networks: Readonly<Record<string, Network>> = {
  1: network('Ethereum', 'ETH', '#627eea'),
  10: network('OP Mainnet', 'ETH', '#ff0420'),
  56: network('BNB Smart Chain', 'BNB', '#f0b90b'),
  100: network('Gnosis', 'xDAI', '#3e6957'),
  130: network('Unichain', 'ETH', '#fc0fa4'),
  137: network('Polygon', 'POL', '#8247e5'),
  324: network('ZKsync Era', 'ETH', '#1755f4'),
  480: network('World Chain', 'ETH', '#7d7d85'),
  8453: network('Base', 'ETH', '#0052ff'),
  42161: network('Arbitrum One', 'ETH', '#28a0f0'),
  42220: network('Celo', 'CELO', '#b3a300'),
  43114: network('Avalanche', 'AVAX', '#e84142'),
  59144: network('Linea', 'ETH', '#3fa9c9'),
  81457: network('Blast', 'ETH', '#a8a800'),
  534352: network('Scroll', 'ETH', '#d49b5c'),
  7777777: network('Zora', 'ETH', '#7d7d85'),
  31337: testNetwork('Local network', 'ETH', '#a07a2c'),
  80002: testNetwork('Polygon Amoy', 'POL', '#8247e5'),
  84532: testNetwork('Base Sepolia', 'ETH', '#0052ff'),
  421614: testNetwork('Arbitrum Sepolia', 'ETH', '#28a0f0'),
  11155111: testNetwork('Sepolia', 'ETH', '#627eea'),
  11155420: testNetwork('OP Sepolia', 'ETH', '#ff0420'),
}

/** The network of a chain id; null for one that is not in the list. */
export function networkOf(chainId: bigint): Network | null {
  const id = chainId.toString()
  return Object.hasOwn(networks, id) ? (networks[id] ?? null) : null
}

/** Every network of the list by its chain id, those with real coins first. */
export function listedNetworks(): readonly (Network & { chainId: string })[] {
  const all = Object.entries(networks).map(([chainId, network]) => ({ chainId, ...network }))
  return all.toSorted((a, b) => Number(a.isTest) - Number(b.isTest))
}
