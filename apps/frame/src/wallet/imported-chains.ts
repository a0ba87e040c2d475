import type { EmbeddedChain } from '@sallyport/contract'
import type { SecretKind } from '@sallyport/crypto'

/** The chain that an imported key of each kind is for; undefined for entropy, which has keys of every chain. */
export const importedChains = {
  'hd-root': undefined,
  'ethereum-key': 'ethereum',
  'solana-key': 'solana',
} as const satisfies Record<SecretKind, EmbeddedChain | undefined>
