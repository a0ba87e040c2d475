import type { ChainCrypto, ChainName } from './chain-crypto.js'

export type { ChainCrypto, ChainName, ChainProof } from './chain-crypto.js'

/** Loads a chain's cryptography when it is first used; each chain is a chunk of its own. */
export const loadChain = {
  ethereum: () => import('./ethereum/index.js').then((chain) => chain.ethereum),
  solana: () => import('./solana/index.js').then((chain) => chain.solana),
} as const satisfies Record<ChainName, () => Promise<ChainCrypto>>
