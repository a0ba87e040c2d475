import type { EmbeddedChain } from './chains.js'

// A file of its own: these names are in every page, what differs between chains comes with the wallets.

/**
 * The chains whose wallets log in and are linked by a signed message, external ones too, and of which apps can have a wallet made
 * at each login.
 */
export const loginChainTypes = ['ethereum', 'solana'] as const satisfies readonly EmbeddedChain[]

/** One of `loginChainTypes`. */
export type LoginChain = (typeof loginChainTypes)[number]
