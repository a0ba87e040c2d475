import type { EmbeddedChain } from '@sallyport/contract'
import type { WalletSecret } from '@sallyport/crypto'
import { entropyFromWords } from '@sallyport/crypto/phrase'
import { FrameError, invalidArguments } from '../frame-error.js'
import { importedChains } from './imported-chains.js'

/** Chains whose keys can be imported. */
export type ImportChain = NonNullable<(typeof importedChains)[keyof typeof importedChains]>

const importable: readonly string[] = Object.values(importedChains).filter(
  (each) => each !== undefined,
)

/** The chain as one whose keys can be imported. @throws FrameError `invalid_request_arguments`. */
export function requireImportChain(chainType: string): ImportChain {
  if (!importable.includes(chainType))
    throw invalidArguments('Keys of this chain can’t be imported')
  // One of the record's values.
  return chainType as ImportChain
}

/**
 * The secret that a text stands for: a recovery phrase of 12 to 24 words, or a private key as wallets of the chain write it.
 * The caller wipes it.
 *
 * @throws FrameError `invalid_request_arguments`; nothing of the text is repeated.
 */
export async function readSecret(chainType: ImportChain, text: string): Promise<WalletSecret> {
  const trimmed = text.trim()
  try {
    if (/\s/.test(trimmed)) {
      return { kind: 'hd-root', bytes: entropyFromWords(trimmed) }
    }
    return { kind: kinds[chainType], bytes: (await readers[chainType]())(trimmed) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The cause is dropped on purpose.
    throw new FrameError(
      'invalid_request_arguments',
      'This is not a private key or recovery phrase',
    )
  }
}

const kinds = { ethereum: 'ethereum-key', solana: 'solana-key' } as const satisfies Record<
  ImportChain,
  keyof typeof importedChains
>

const readers = {
  ethereum: async () => (await import('@sallyport/crypto/chains/ethereum')).readPrivateKey,
  solana: async () => (await import('@sallyport/crypto/chains/solana')).readPrivateKey,
} satisfies Record<
  EmbeddedChain & ImportChain,
  () => Promise<(text: string) => WalletSecret['bytes']>
>
