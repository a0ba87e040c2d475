import type { SolanaCluster } from '@sallyport/core'

/** What screens call each Solana cluster: one name everywhere. */
export const clusterNames: Readonly<Record<SolanaCluster['name'], string>> = {
  'mainnet-beta': 'Solana',
  testnet: 'Solana Testnet',
  devnet: 'Solana Devnet',
  localnet: 'Solana Localnet',
}
