import {
  accountProofMessage,
  type ChainType,
  type EmbeddedChain,
  type embeddedWallet,
  isEmbeddedChain,
  isSameAddressOn,
  type RouteInput,
} from '@sallyport/contract'
import {
  type ChainCrypto,
  deriveKey,
  loadChain,
  type SecretKind,
  toBase64url,
  wipe,
} from '@sallyport/crypto'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import type { PinnedAccount } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import { internalFailure, invalidArguments } from '../frame-error.js'
import { type CachedKeyRoot, openCachedKey, sealCachedKey } from './cached-keys.js'
import { importedChains } from './imported-chains.js'

/** First step of the path of Farcaster keys, which no chain's wallets use: `FARC` in ASCII. */
const farcasterPurpose = 0x46415243

/** Names an address of a root. */
export interface AccountPath {
  chainType: EmbeddedChain
  walletIndex: number
}

/** One of a root's keys. Valid while the root is open. */
export interface RootKey {
  chain: ChainCrypto
  address: string
  privateKey: Uint8Array
  /** The public key, where signing is quicker with it. */
  publicKeyBytes?: Uint8Array
  /** What the account carries as `public_key`, where its proofs must name the key. */
  publicKeyText?: string
}

/** A root's keys while it is open. Nothing of it may be stored. */
export interface OpenRoot {
  /** The key at `path`; opened or derived once, however often it is asked for. */
  key(path: AccountPath): Promise<RootKey>
  /**
   * The root's custody key signs `text`. It is derived from the entropy beside the wallet's keys, and nothing that a page asks for is
   * signed with it (T-18).
   */
  custody(text: string): Promise<{ address: string; proof: string }>
  /** The address of the custody key: names the root at the vault. */
  custodyAddress(): Promise<string>
  /** The key of a Farcaster signer, an Ed25519 seed; derived at each call. */
  farcasterKey(walletIndex: number): Promise<Uint8Array>
  /** What the root is restored from; wiped with it. */
  readonly secret: { readonly kind: SecretKind; readonly bytes: Uint8Array }
  /** The address at `path` with its key sealed, for this device's record. */
  pin(path: AccountPath): Promise<PinnedAccount>
}

/**
 * A root to open. `pinned`: accounts whose cached keys may be used; everything is derived when absent. `kind`: what `entropy`
 * is, when it is not what addresses are derived from.
 */
export type Opening = CachedKeyRoot & {
  webCrypto: Crypto
  pinned?: readonly PinnedAccount[]
  kind?: SecretKind
}

/**
 * Opens the root of `entropy` for the time of `use`; the seed and every key of it are wiped before this resolves. The
 * caller wipes `entropy`.
 */
export async function withRoot<T>(
  opening: Opening,
  use: (root: OpenRoot) => Promise<T>,
): Promise<T> {
  const { webCrypto, entropy, pinned = [], kind = 'hd-root' } = opening
  const secrets: Uint8Array[] = []
  const toWipe = (secret: Uint8Array) => {
    secrets.push(secret)
    return secret
  }
  let seed: Promise<Uint8Array> | undefined
  const openSeed = () => {
    if (kind !== 'hd-root') throw invalidArguments('An imported key has no other keys')
    seed ??= seedFromEntropy(entropy, webCrypto.subtle).then(toWipe)
    return seed
  }
  const derive = async (chain: ChainCrypto, { chainType, walletIndex }: AccountPath) => {
    const isImported = importedChains[kind] === chainType && walletIndex === 0
    return isImported ? entropy.slice() : chain.derivePrivateKey(await openSeed(), walletIndex)
  }
  const farcasterKey = async (walletIndex: number) => {
    const { deriveEd25519 } = await import('@sallyport/crypto/chains/solana')
    return toWipe(deriveEd25519(await openSeed(), [farcasterPurpose, walletIndex]))
  }
  const deriveCustody = async () => {
    const chain = await loadChain.ethereum()
    const { entropy: secret, walletId: salt } = opening
    const privateKey = toWipe(deriveKey({ secret, salt, info: 'sallyport custody key v1' }))
    return { chain, privateKey, address: chain.address(privateKey).address }
  }
  let custodyKey: ReturnType<typeof deriveCustody> | undefined
  const openCustody = () => {
    custodyKey ??= deriveCustody()
    return custodyKey
  }
  const custody = async (text: string) => {
    const { chain, privateKey, address } = await openCustody()
    return { address, proof: toBase64url(chain.signProof(privateKey, text)) }
  }
  const custodyAddress = async () => (await openCustody()).address
  const open = async (path: AccountPath): Promise<RootKey> => {
    const chain = await loadChain[path.chainType]()
    const account = pinned.find((each) => isAt(each, path))
    const cached = account && (await openCachedKey(webCrypto, opening, account))
    // Public, but in the same bytes as the private key: nothing of them stays.
    if (cached?.publicKeyBytes) toWipe(cached.publicKeyBytes)
    const privateKey = toWipe(cached?.privateKey ?? (await derive(chain, path)))
    return { chain, privateKey, ...chain.address(privateKey, cached?.publicKeyBytes) }
  }
  const keys = new Map<string, Promise<RootKey>>()
  const key = (path: AccountPath) => {
    const name = `${path.chainType} ${path.walletIndex}`
    const opened = keys.get(name) ?? open(path)
    keys.set(name, opened)
    return opened
  }
  const pin = async (path: AccountPath) => {
    const { address, privateKey, publicKeyBytes } = await key(path)
    const account = { ...path, address }
    // An imported key is not derived: keeping it once more would save nothing.
    if (kind !== 'hd-root') return account
    const cachedKey = await sealCachedKey(webCrypto, opening, {
      ...account,
      privateKey,
      publicKeyBytes,
    })
    return { ...account, cachedKey }
  }
  try {
    return await use({
      key,
      pin,
      custody,
      custodyAddress,
      farcasterKey,
      secret: { kind, bytes: entropy },
    })
  } finally {
    // What is still on its way would stay behind.
    await Promise.allSettled([seed, custodyKey, ...keys.values()])
    wipe(...secrets)
  }
}

/** The chain as one the frame derives keys for. @throws FrameError for the others. */
export function requireChain(chainType: ChainType): EmbeddedChain {
  if (!isEmbeddedChain(chainType)) throw invalidArguments('This chain is not supported')
  return chainType
}

/** Chain and index, the chain not yet checked. */
interface AnyPath {
  chainType: string
  walletIndex: number
}

/** Whether an account is the one at `path`. */
export function isAt(account: AnyPath, path: AnyPath): boolean {
  return account.chainType === path.chainType && account.walletIndex === path.walletIndex
}

type AccountBody = RouteInput<typeof embeddedWallet.addAccounts>['body']['accounts'][number]

/** The address at `path` with the proof that the frame holds its key, as the server takes it. */
export async function proveAccount(
  root: OpenRoot,
  { appId, userId, walletId, path }: Owner & { walletId: string; path: AccountPath },
): Promise<AccountBody> {
  const { chainType, walletIndex } = path
  const { address, privateKey, chain, publicKeyText } = await root.key(path)
  const text = accountProofMessage({ appId, userId, walletId, chainType, walletIndex, address })
  const proof = toBase64url(chain.signProof(privateKey, text))
  const named = publicKeyText === undefined ? {} : { public_key: publicKeyText }
  return { chain_type: chainType, wallet_index: walletIndex, address, ...named, proof }
}

/** A root proof: the key at `path`, the root's confirming address, and the custody key sign `text`. */
export async function proveRoot(
  root: OpenRoot,
  { path, text }: { path: AccountPath; text: string },
): Promise<{ root_proof: string; custody: { address: string; proof: string } }> {
  const { privateKey, chain } = await root.key(path)
  const root_proof = toBase64url(chain.signProof(privateKey, text))
  return { root_proof, custody: await root.custody(text) }
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
    const pin = pinned.find((each) => isAt(each, { chainType, walletIndex }))
    if (pin && !isSameAddressOn(chainType, pin.address, address)) throw internalFailure()
  }
}
