import type { Chain } from '../types.js'

/**
 * The chains of an app that names none, Ethereum first. The RPC URLs are the public ones of each network, which limit requests: an app in
 * production adds its own with `addRpcUrlOverrideToChain`. Chain 999 was a test network of Zora and is HyperEVM today.
 */
export const defaultChains: readonly [Chain, ...Chain[]] = [
  chain(1, 'Ethereum', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://eth.merkle.io',
    explorer: ['Etherscan', 'https://etherscan.io'],
  }),
  chain(42_161, 'Arbitrum One', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://arb1.arbitrum.io/rpc',
    explorer: ['Arbiscan', 'https://arbiscan.io'],
  }),
  testChain(421_614, 'Arbitrum Sepolia', {
    coin: ['Arbitrum Sepolia Ether', 'ETH'],
    rpc: 'https://sepolia-rollup.arbitrum.io/rpc',
    explorer: ['Arbiscan', 'https://sepolia.arbiscan.io'],
  }),
  testChain(11_155_111, 'Sepolia', {
    coin: ['Sepolia Ether', 'ETH'],
    rpc: 'https://11155111.rpc.thirdweb.com',
    explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  }),
  chain(10, 'OP Mainnet', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://mainnet.optimism.io',
    explorer: ['Optimism Explorer', 'https://optimistic.etherscan.io'],
  }),
  testChain(11_155_420, 'OP Sepolia', {
    coin: ['Sepolia Ether', 'ETH'],
    rpc: 'https://sepolia.optimism.io',
    explorer: ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  }),
  chain(137, 'Polygon', {
    coin: ['POL', 'POL'],
    rpc: 'https://polygon.drpc.org',
    explorer: ['PolygonScan', 'https://polygonscan.com'],
  }),
  testChain(80_002, 'Polygon Amoy', {
    coin: ['POL', 'POL'],
    rpc: 'https://polygon-amoy.drpc.org',
    explorer: ['PolygonScan', 'https://amoy.polygonscan.com'],
  }),
  chain(42_220, 'Celo', {
    coin: ['CELO', 'CELO'],
    rpc: 'https://forno.celo.org',
    explorer: ['Celo Explorer', 'https://celoscan.io'],
  }),
  testChain(44_787, 'Alfajores', {
    coin: ['CELO', 'A-CELO'],
    rpc: 'https://alfajores-forno.celo-testnet.org',
    explorer: ['Celo Alfajores Explorer', 'https://celo-alfajores.blockscout.com'],
  }),
  chain(314, 'Filecoin Mainnet', {
    coin: ['filecoin', 'FIL'],
    rpc: 'https://api.node.glif.io/rpc/v1',
    explorer: ['Filfox', 'https://filfox.info/en'],
  }),
  testChain(314_159, 'Filecoin Calibration', {
    coin: ['testnet filecoin', 'tFIL'],
    rpc: 'https://api.calibration.node.glif.io/rpc/v1',
    explorer: ['Filscan', 'https://calibration.filscan.io'],
  }),
  chain(8453, 'Base', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://mainnet.base.org',
    explorer: ['Basescan', 'https://basescan.org'],
  }),
  testChain(84_532, 'Base Sepolia', {
    coin: ['Sepolia Ether', 'ETH'],
    rpc: 'https://sepolia.base.org',
    explorer: ['Basescan', 'https://sepolia.basescan.org'],
  }),
  testChain(80_085, 'Berachain Artio', {
    coin: ['BERA Token', 'BERA'],
    rpc: 'https://artio.rpc.berachain.com',
    explorer: ['Berachain', 'https://artio.beratrail.io'],
  }),
  chain(42, 'LUKSO', {
    coin: ['LUKSO', 'LYX'],
    rpc: 'https://rpc.mainnet.lukso.network',
    explorer: ['LUKSO Mainnet Explorer', 'https://explorer.execution.mainnet.lukso.network'],
  }),
  chain(59_144, 'Linea Mainnet', {
    coin: ['Linea Ether', 'ETH'],
    rpc: 'https://rpc.linea.build',
    explorer: ['Etherscan', 'https://lineascan.build'],
  }),
  testChain(59_140, 'Linea Goerli Testnet', {
    coin: ['Linea Ether', 'ETH'],
    rpc: 'https://rpc.goerli.linea.build',
    explorer: ['Etherscan', 'https://goerli.lineascan.build'],
  }),
  chain(43_114, 'Avalanche', {
    coin: ['Avalanche', 'AVAX'],
    rpc: 'https://api.avax.network/ext/bc/C/rpc',
    explorer: ['SnowTrace', 'https://snowtrace.io'],
  }),
  testChain(43_113, 'Avalanche Fuji', {
    coin: ['Avalanche Fuji', 'AVAX'],
    rpc: 'https://api.avax-test.network/ext/bc/C/rpc',
    explorer: ['SnowTrace', 'https://testnet.snowtrace.io'],
  }),
  chain(7_777_777, 'Zora', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.zora.energy',
    explorer: ['Explorer', 'https://explorer.zora.energy'],
  }),
  chain(999, 'HyperEVM', {
    coin: ['HYPE', 'HYPE'],
    rpc: 'https://rpc.hyperliquid.xyz/evm',
    explorer: ['HyperEVMScan', 'https://hyperevmscan.io'],
  }),
  testChain(999_999_999, 'Zora Sepolia', {
    coin: ['Zora Sepolia', 'ETH'],
    rpc: 'https://sepolia.rpc.zora.energy',
    explorer: ['Zora Sepolia Explorer', 'https://sepolia.explorer.zora.energy'],
  }),
  testChain(17_000, 'Holesky', {
    coin: ['Holesky Ether', 'ETH'],
    rpc: 'https://ethereum-holesky-rpc.publicnode.com',
    explorer: ['Etherscan', 'https://holesky.etherscan.io'],
  }),
  chain(690, 'Redstone', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.redstonechain.com',
    explorer: ['Blockscout', 'https://explorer.redstone.xyz'],
  }),
  testChain(17_069, 'Garnet Testnet', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.garnetchain.com',
    explorer: ['Blockscout', 'https://explorer.garnetchain.com'],
  }),
]

interface Facts {
  /** Name and symbol of the native coin; all have 18 decimals. */
  coin: readonly [name: string, symbol: string]
  rpc: string
  explorer: readonly [name: string, url: string]
}

export function chain(id: number, name: string, { coin, rpc, explorer }: Facts): Chain {
  return {
    id,
    name,
    nativeCurrency: { name: coin[0], symbol: coin[1], decimals: 18 },
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
  }
}

export function testChain(id: number, name: string, facts: Facts): Chain {
  return { ...chain(id, name, facts), testnet: true }
}
