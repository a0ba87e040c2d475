import { type Chain, ethereum } from '@sallyport/core'

/**
 * Chains that are ready to use in `supportedChains`: those of an app that names none, and further ones that it can name. The RPC URLs are
 * the public ones of each network, which limit requests: an app in production adds its own with `addRpcUrlOverrideToChain`.
 */
export const SUPPORTED_CHAINS: readonly Chain[] = [
  ...ethereum.defaultChains,
  ...ethereum.furtherChains,
]
