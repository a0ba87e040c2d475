import {
  accountProofMessage,
  type ChainType,
  type embeddedWallet,
  type RouteInput,
} from '@sallyport/contract'
import { type ChainCrypto, loadChain, toBase64url, wipe } from '@sallyport/crypto'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import type { PinnedAccount } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import { internalFailure, invalidArguments } from '../frame-error.js'

/** The chains the frame derives keys for. */
export const supportedChains = ['ethereum', 'solana'] as const satisfies readonly ChainType[]
export type SupportedChain = (typeof supportedChains)[number]

/** Names an address of a root. */
export interface AccountPath {
  chainType: SupportedChain
  walletIndex: number
}

/** A root's keys while it is open. Nothing of it may be kept. */
export interface OpenRoot {
  /** The address at `path`, and what `use` makes with its private key, which is wiped before this resolves. */
  withKey<T>(
    path: AccountPath,
    use: (key: { address: string; privateKey: Uint8Array; chain: ChainCrypto }) => Promise<T> | T,
  ): Promise<T>
}

/** Opens the root of `entropy` for the time of `use`; the seed is wiped before this resolves. The caller wipes `entropy`. */
export async function withRoot<T>(
  entropy: Uint8Array,
  use: (root: OpenRoot) => Promise<T>,
): Promise<T> {
  const seed = await seedFromEntropy(entropy)
  try {
    return await use({
      async withKey({ chainType, walletIndex }, useKey) {
        const chain = await loadChain[chainType]()
        const privateKey = chain.derivePrivateKey(seed, walletIndex)
        try {
          return await useKey({ ...chain.address(privateKey), privateKey, chain })
        } finally {
          wipe(privateKey)
        }
      },
    })
  } finally {
    wipe(seed)
  }
}

/** The chain as one the frame derives keys for. @throws FrameError for the others. */
export function requireChain(chainType: ChainType): SupportedChain {
  const chain = supportedChains.find((each) => each === chainType)
  if (!chain) throw invalidArguments('This chain is not supported')
  return chain
}

/** The first address of every supported chain. */
export function firstAccounts(root: OpenRoot): Promise<PinnedAccount[]> {
  return Promise.all(
    supportedChains.map((chainType) =>
      root.withKey({ chainType, walletIndex: 0 }, ({ address }) => ({
        chainType,
        walletIndex: 0,
        address,
      })),
    ),
  )
}

type AccountBody = RouteInput<typeof embeddedWallet.addAccounts>['body']['accounts'][number]

/** The address at `path` with the proof that the frame holds its key, as the server takes it. */
export function proveAccount(
  root: OpenRoot,
  { appId, userId, walletId, path }: Owner & { walletId: string; path: AccountPath },
): Promise<AccountBody> {
  const { chainType, walletIndex } = path
  return root.withKey(path, ({ address, privateKey, chain }) => {
    const text = accountProofMessage({ appId, userId, walletId, chainType, walletIndex, address })
    const proof = chain.signProof(privateKey, text)
    return {
      chain_type: chainType,
      wallet_index: walletIndex,
      address,
      proof: toBase64url(proof),
    }
  })
}

/** Whether two addresses of one chain are the same; Ethereum's letter case is only a checksum. */
export function isSameAddress(chainType: ChainType, a: string, b: string): boolean {
  return chainType === 'ethereum' ? a.toLowerCase() === b.toLowerCase() : a === b
}

/**
 * Stops when a root is not the one that was pinned: its first addresses must be what this device derived before.
 *
 * @throws FrameError `error`; nothing was signed and nothing is forgotten.
 */
export function requireSameAccounts(
  derived: readonly PinnedAccount[],
  pinned: readonly { chainType: string; walletIndex: number; address: string }[],
): void {
  for (const { chainType, walletIndex, address } of derived) {
    const pin = pinned.find((p) => p.chainType === chainType && p.walletIndex === walletIndex)
    if (pin && !isSameAddress(chainType, pin.address, address)) throw internalFailure()
  }
}
