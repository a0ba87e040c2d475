import type { Chain } from '@sallyport/core'

/**
 * Chains that are ready to use in `supportedChains`: definitions only, none is on by itself. The RPC URLs are the public ones
 * of each network, which limit requests: an app in production adds its own with `addRpcUrlOverrideToChain`.
 */
export const SUPPORTED_CHAINS: readonly Chain[] = [
  chain(1, 'Ethereum', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://eth.merkle.io',
    explorer: ['Etherscan', 'https://etherscan.io'],
  }),
  testChain(11_155_111, 'Sepolia', {
    coin: ['Sepolia Ether', 'ETH'],
    rpc: 'https://11155111.rpc.thirdweb.com',
    explorer: ['Etherscan', 'https://sepolia.etherscan.io'],
  }),
  testChain(560_048, 'Hoodi', {
    coin: ['Hoodi Ether', 'ETH'],
    rpc: 'https://rpc.hoodi.ethpandaops.io',
    explorer: ['Etherscan', 'https://hoodi.etherscan.io'],
  }),
  testChain(17_000, 'Holesky', {
    coin: ['Holesky Ether', 'ETH'],
    rpc: 'https://ethereum-holesky-rpc.publicnode.com',
    explorer: ['Etherscan', 'https://holesky.etherscan.io'],
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
  chain(80_094, 'Berachain', {
    coin: ['BERA Token', 'BERA'],
    rpc: 'https://rpc.berachain.com',
    explorer: ['Berascan', 'https://berascan.com'],
  }),
  chain(81_457, 'Blast', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.blast.io',
    explorer: ['Blastscan', 'https://blastscan.io'],
  }),
  chain(56, 'BNB Smart Chain', {
    coin: ['BNB', 'BNB'],
    rpc: 'https://56.rpc.thirdweb.com',
    explorer: ['BscScan', 'https://bscscan.com'],
  }),
  chain(42_220, 'Celo', {
    coin: ['CELO', 'CELO'],
    rpc: 'https://forno.celo.org',
    explorer: ['Celo Explorer', 'https://celoscan.io'],
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
  chain(59_144, 'Linea Mainnet', {
    coin: ['Linea Ether', 'ETH'],
    rpc: 'https://rpc.linea.build',
    explorer: ['Etherscan', 'https://lineascan.build'],
  }),
  testChain(59_141, 'Linea Sepolia Testnet', {
    coin: ['Linea Ether', 'ETH'],
    rpc: 'https://rpc.sepolia.linea.build',
    explorer: ['Etherscan', 'https://sepolia.lineascan.build'],
  }),
  chain(42, 'LUKSO', {
    coin: ['LUKSO', 'LYX'],
    rpc: 'https://rpc.mainnet.lukso.network',
    explorer: ['LUKSO Mainnet Explorer', 'https://explorer.execution.mainnet.lukso.network'],
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
  chain(690, 'Redstone', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.redstonechain.com',
    explorer: ['Blockscout', 'https://explorer.redstone.xyz'],
  }),
  chain(534_352, 'Scroll', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.scroll.io',
    explorer: ['Scrollscan', 'https://scrollscan.com'],
  }),
  chain(130, 'Unichain', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://mainnet.unichain.org',
    explorer: ['Uniscan', 'https://uniscan.xyz'],
  }),
  chain(480, 'World Chain', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://worldchain-mainnet.g.alchemy.com/public',
    explorer: ['Worldscan', 'https://worldscan.org'],
  }),
  chain(7_777_777, 'Zora', {
    coin: ['Ether', 'ETH'],
    rpc: 'https://rpc.zora.energy',
    explorer: ['Explorer', 'https://explorer.zora.energy'],
  }),
  testChain(999_999_999, 'Zora Sepolia', {
    coin: ['Zora Sepolia', 'ETH'],
    rpc: 'https://sepolia.rpc.zora.energy',
    explorer: ['Zora Sepolia Explorer', 'https://sepolia.explorer.zora.energy'],
  }),
]

interface Facts {
  /** Name and symbol of the native coin; all have 18 decimals. */
  coin: readonly [name: string, symbol: string]
  rpc: string
  explorer: readonly [name: string, url: string]
}

function chain(id: number, name: string, { coin, rpc, explorer }: Facts): Chain {
  return {
    id,
    name,
    nativeCurrency: { name: coin[0], symbol: coin[1], decimals: 18 },
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
  }
}

function testChain(id: number, name: string, facts: Facts): Chain {
  return { ...chain(id, name, facts), testnet: true }
}
