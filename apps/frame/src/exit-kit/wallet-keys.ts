import { loadChain, wipe } from '@sallyport/crypto'
import type { ExitWallet } from '@sallyport/crypto/exit-file'
import { seedFromEntropy, wordsFromEntropy } from '@sallyport/crypto/mnemonic'
import { importedChains } from '../wallet/imported-chains.js'
import { writeKeyOf } from '../wallet/write-key.js'

type Secret = ExitWallet['secret']
/** A chain of wallets. */
export type Chain = keyof typeof loadChain
/** Names an address. */
export interface KeyPath {
  chainType: Chain
  walletIndex: number
}

/** Every chain that keys are derived for. */
// The keys of a constant object are what its type says.
const chains = Object.keys(loadChain) as Chain[]

/** The chains that a secret has keys of: an imported key is for one. */
export function chainsOf({ kind }: Secret): readonly Chain[] {
  const only = importedChains[kind]
  return only ? [only] : chains
}

/** The recovery phrase; undefined for an imported key. */
export function phraseOf({ kind, bytes }: Secret): string | undefined {
  return kind === 'hd-root' ? wordsFromEntropy(bytes) : undefined
}

/** The address at a path, as the wallet had it. */
export async function addressAt(secret: Secret, path: KeyPath): Promise<string> {
  return withKey(secret, path, async (privateKey) => {
    const chain = await loadChain[path.chainType]()
    return chain.address(privateKey).address
  })
}

/** The private key at a path, as wallets of its chain read it. */
export async function privateKeyAt(secret: Secret, path: KeyPath): Promise<string> {
  return withKey(secret, path, async (privateKey) =>
    (await writeKeyOf[path.chainType]())(privateKey),
  )
}

async function withKey<T>(
  { kind, bytes }: Secret,
  { chainType, walletIndex }: KeyPath,
  use: (privateKey: Uint8Array) => Promise<T>,
): Promise<T> {
  const only = importedChains[kind]
  if (only && (only !== chainType || walletIndex !== 0))
    throw new RangeError('An imported key has no other keys')
  const chain = await loadChain[chainType]()
  const seed = only ? undefined : await seedFromEntropy(bytes, crypto.subtle)
  const privateKey = seed ? chain.derivePrivateKey(seed, walletIndex) : bytes.slice()
  try {
    return await use(privateKey)
  } finally {
    wipe(seed, privateKey)
  }
}
