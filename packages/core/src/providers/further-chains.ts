import type { Chain } from '../types.js'
import { chain, testChain } from './default-chains.js'

/** Chains that are ready to be named in `supportedChains`, beside those of an app that names none. */
export const furtherChains: readonly Chain[] = [
  testChain(560_048, 'Hoodi', {
    coin: ['Hoodi Ether', 'ETH'],
    rpc: 'https://rpc.hoodi.ethpandaops.io',
    explorer: ['Etherscan', 'https://hoodi.etherscan.io'],
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
  testChain(59_141, 'Linea Sepolia Testnet', {
    coin: ['Linea Ether', 'ETH'],
    rpc: 'https://rpc.sepolia.linea.build',
    explorer: ['Etherscan', 'https://sepolia.lineascan.build'],
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
]
