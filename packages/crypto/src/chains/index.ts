import type { ChainCrypto } from './chain-crypto.js'

export type { ChainCrypto, ChainProof } from './chain-crypto.js'

/** Loads a chain's cryptography when it is first used; each chain is a chunk of its own. */
export const loadChain = {
  ethereum: () => import('./ethereum/index.js').then((chain) => chain.ethereum),
  solana: () => import('./solana/index.js').then((chain) => chain.solana),
  'bitcoin-segwit': () => import('./bitcoin/index.js').then((chain) => chain.segwit),
  'bitcoin-taproot': () => import('./bitcoin/index.js').then((chain) => chain.taproot),
} as const satisfies Record<string, () => Promise<ChainCrypto>>

/** A chain an embedded wallet can hold keys of. */
export type ChainName = keyof typeof loadChain
