import { type EmbeddedChain, loginChainTypes } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { askFrame } from '../wallet/ask-frame.js'
import type { OwnedRecovery } from '../wallet/chosen-recovery.js'
import { type ConnectStep, connectRoot, isRootConnected } from '../wallet/connect.js'
import { entropyOf, primaryOf, rootOf } from '../wallet/entropy.js'
import { listedAccount, refreshUntil, requireAccount } from '../wallet/listed.js'

export { embeddedWallets as list, isSameAddress } from '../wallet/accounts.js'
export type { ConnectStep } from '../wallet/connect.js'
export { primaryOf } from '../wallet/entropy.js'

/** Which wallet to make; default: the user's first of the chain. */
interface CreateOptions {
  /** One more from the same root, at the next free index; the first one for a user who has none. */
  createAdditional?: boolean
  /** One more from the same root, at this index. */
  walletIndex?: number
  /** Of a first wallet, whose root it restores on new devices. Default: automatic. A further wallet has that of its root. */
  recovery?: OwnedRecovery
}

/**
 * Creates an embedded wallet of `chainType`, from the root of the user's other wallets if there is one, and gives its
 * account.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_already_exists` when the first one exists,
 *   `embedded_wallet_create_error`.
 */
export async function create(
  client: SallyportClient,
  chainType: EmbeddedChain,
  options: CreateOptions = {},
): Promise<WalletAccount> {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const { createAdditional = false, walletIndex = 0, recovery } = options
  if (!Number.isSafeInteger(walletIndex) || walletIndex < 0) {
    throw new RpcError(-32602, { message: 'walletIndex must be a whole number from 0' })
  }
  const hasFirst = primaryOf(embeddedWallets(client), chainType) !== undefined
  const wantsFirst = createAdditional ? !hasFirst : walletIndex === 0
  if (wantsFirst) {
    if (hasFirst) throw new ClientError('embedded_wallet_already_exists')
    const [wallet] = await createWallets(client, { chainTypes: [chainType], recovery })
    if (!wallet) throw new ClientError('embedded_wallet_create_error')
    return wallet
  }
  const index = createAdditional ? nextIndex(client, chainType) : walletIndex
  return once(client, `add:${chainType}:${index}`, () => addAtIndex(client, chainType, index))
}

/**
 * Creates the first wallet of each chain the user lacks, as after a login, and gives the first wallets of all of them.
 * Safe to repeat and to run in two tabs: the frame answers with the wallet that exists.
 */
export async function createWallets(
  client: SallyportClient,
  {
    chainTypes = loginChainTypes,
    recovery,
  }: { chainTypes?: readonly EmbeddedChain[]; recovery?: OwnedRecovery | undefined } = {},
): Promise<WalletAccount[]> {
  return once(client, `create:${chainTypes.join()}`, async () => {
    const created = new Map<EmbeddedChain, string>()
    const missing: EmbeddedChain[] = []
    for (const chainType of chainTypes) {
      const existing = primaryOf(embeddedWallets(client), chainType)
      if (!existing) missing.push(chainType)
      const make = () => createFirst(client, { chainType, created, recovery })
      created.set(chainType, existing?.address ?? (await make()))
    }
    await refreshUntil(client, () =>
      chainTypes.every((each) => primaryOf(embeddedWallets(client), each)),
    )
    const accountOf = (each: EmbeddedChain) =>
      requireAccount(client, { chainType: each, address: created.get(each) ?? '' })
    const accounts = chainTypes.map(accountOf)
    tellCreated(client, missing.map(accountOf))
    return accounts
  })
}

/**
 * Opens the user's embedded wallet at `address` for signing: loads the frame, and recovers the keys where this device does
 * not have them, which `report` hears. Every request does this by itself; doing it before shows how far it is.
 *
 * @throws ClientError `embedded_wallet_not_found`, `frame_unavailable`, `recovery_not_supported`; FrameError a refusal.
 */
export async function connect(
  client: SallyportClient,
  { address, report }: { address: string; report?: (step: ConnectStep) => void },
): Promise<void> {
  const wallet = findByAddress(client, address)
  if (!wallet) throw new ClientError('embedded_wallet_not_found')
  await connectRoot(client, wallet, report)
}

/** Whether the wallet at `address` was opened on this page and can sign at once. */
export function isConnected(client: SallyportClient, address: string): boolean {
  const wallet = findByAddress(client, address)
  return wallet !== undefined && isRootConnected(client, wallet)
}

async function createFirst(
  client: SallyportClient,
  {
    chainType,
    created,
    recovery,
  }: {
    chainType: EmbeddedChain
    created: ReadonlyMap<EmbeddedChain, string>
    recovery: OwnedRecovery | undefined
  },
): Promise<string> {
  const root = rootOf(embeddedWallets(client), created)
  // The root's own recovery was chosen when it was made.
  const chosen =
    recovery && !root && (await import('../wallet/new-recovery.js')).newRecovery(client, recovery)
  const { address } = await askFrame(client, 'privy:wallets:create', {
    ...root,
    ...chosen,
    chainType,
  })
  return address
}

async function addAtIndex(
  client: SallyportClient,
  chainType: EmbeddedChain,
  hdWalletIndex: number,
): Promise<WalletAccount> {
  const wallets = embeddedWallets(client)
  const known = wallets.find(
    (each) => each.chainType === chainType && !each.imported && each.walletIndex === hdWalletIndex,
  )
  if (known) return known
  const first = primaryOf(wallets, chainType)
  if (!first) {
    const message = 'Create the first wallet before an additional one'
    throw new ClientError('embedded_wallet_not_found', { message })
  }
  const data = { ...entropyOf(wallets, first), chainType, hdWalletIndex }
  const { address } = await askFrame(client, 'privy:wallets:add', data)
  const account = await listedAccount(client, { chainType, address })
  tellCreated(client, [account])
  return account
}

type OnCreated = (wallets: readonly WalletAccount[]) => void
const listeners = new WeakMap<SallyportClient, OnCreated>()

/** Has `listener` told of the wallets that this client creates from now on, by any of its ways; null stops it. */
export function onCreated(client: SallyportClient, listener: OnCreated | null): void {
  if (listener) listeners.set(client, listener)
  else listeners.delete(client)
}

function tellCreated(client: SallyportClient, made: readonly WalletAccount[]): void {
  if (made.length > 0) listeners.get(client)?.(made)
}

function findByAddress(client: SallyportClient, address: string) {
  return embeddedWallets(client).find((each) => isSameAddress(each.address, address))
}

function nextIndex(client: SallyportClient, chainType: EmbeddedChain): number {
  const indexes = embeddedWallets(client, chainType).map((each) => each.walletIndex ?? 0)
  return Math.max(-1, ...indexes) + 1
}

/** The one run of `work` under `name`: callers that come while it runs share its outcome. */
async function once<T>(client: SallyportClient, name: string, work: () => Promise<T>): Promise<T> {
  const key = `wallet:${name}`
  // Kept under this key by the line below only.
  const running = client.kept.get(key) as Promise<T> | undefined
  if (running) return running
  const run = work().finally(() => client.kept.delete(key))
  client.kept.set(key, run)
  return run
}

/** Whether this browser keeps what the wallet needs here; where it blocks storage, the next visit asks for a login. */
export async function isKept(client: SallyportClient): Promise<boolean> {
  return (await client.frame.call('sallyport:device:kept', {})).isKept
}
