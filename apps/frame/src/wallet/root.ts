import {
  accountProofMessage,
  type ChainType,
  type embeddedWallet,
  type RouteInput,
} from '@sallyport/contract'
import { type ChainCrypto, loadChain, toBase64url, wipe } from '@sallyport/crypto'
import type { PinnedAccount } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import { internalFailure, invalidArguments } from '../frame-error.js'
import { seedOf } from './seed.js'

/** The chains the frame derives keys for. */
export const supportedChains = ['ethereum', 'solana'] as const satisfies readonly ChainType[]
export type SupportedChain = (typeof supportedChains)[number]

/** Names an address of a root. */
export interface AccountPath {
  chainType: SupportedChain
  walletIndex: number
}

/** One of a root's keys. Valid while the root is open. */
export interface RootKey {
  chain: ChainCrypto
  address: string
  privateKey: Uint8Array
}

/** A root's keys while it is open. Nothing of it may be kept. */
export interface OpenRoot {
  /** The key at `path`; derived once, however often it is asked for. */
  key(path: AccountPath): Promise<RootKey>
}

/**
 * Opens the root of `entropy` for the time of `use`; the seed and every key derived from it are wiped before this
 * resolves. The caller wipes `entropy`.
 */
export async function withRoot<T>(
  subtle: SubtleCrypto,
  entropy: Uint8Array,
  use: (root: OpenRoot) => Promise<T>,
): Promise<T> {
  const seed = await seedOf(subtle, entropy)
  const keys = new Map<string, RootKey>()
  const key = async ({ chainType, walletIndex }: AccountPath) => {
    const chain = await loadChain[chainType]()
    const name = `${chainType} ${walletIndex}`
    const known = keys.get(name)
    if (known) return known
    const privateKey = chain.derivePrivateKey(seed, walletIndex)
    const derived = { chain, privateKey, ...chain.address(privateKey) }
    keys.set(name, derived)
    return derived
  }
  try {
    return await use({ key })
  } finally {
    wipe(seed, ...[...keys.values()].map(({ privateKey }) => privateKey))
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
    supportedChains.map(async (chainType) => {
      const path = { chainType, walletIndex: 0 }
      const { address } = await root.key(path)
      return { ...path, address }
    }),
  )
}

type AccountBody = RouteInput<typeof embeddedWallet.addAccounts>['body']['accounts'][number]

/** The address at `path` with the proof that the frame holds its key, as the server takes it. */
export async function proveAccount(
  root: OpenRoot,
  { appId, userId, walletId, path }: Owner & { walletId: string; path: AccountPath },
): Promise<AccountBody> {
  const { chainType, walletIndex } = path
  const { address, privateKey, chain } = await root.key(path)
  const text = accountProofMessage({ appId, userId, walletId, chainType, walletIndex, address })
  const proof = toBase64url(chain.signProof(privateKey, text))
  return { chain_type: chainType, wallet_index: walletIndex, address, proof }
}

/** A root proof: the key at `path`, the root's confirming address, signs `text`; base64url. */
export async function proveRoot(
  root: OpenRoot,
  { path, text }: { path: AccountPath; text: string },
): Promise<string> {
  const { privateKey, chain } = await root.key(path)
  return toBase64url(chain.signProof(privateKey, text))
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
