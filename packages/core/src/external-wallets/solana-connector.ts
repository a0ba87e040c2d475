import { toBase64 } from '../bytes.js'
import { RpcError } from '../errors.js'
import type { SolanaFeatures, Wallet, WalletAccount } from '../wallet-standard/types.js'
import type { SolanaConnection, SolanaConnector } from './connector.js'
import { clientTypeOf, knownWalletOf } from './known-wallets.js'
import { toWalletError } from './wallet-error.js'
import { cleanIcon, cleanName } from './wallet-facts.js'

/** Whether a page can log in with `wallet`: it has Solana accounts and signs messages. */
export function isSolanaWallet(wallet: Wallet): boolean {
  return (
    wallet.chains.some((chain) => chain.startsWith('solana:')) &&
    'standard:connect' in wallet.features &&
    'solana:signMessage' in wallet.features
  )
}

/** A connector over a wallet of the Wallet Standard. */
export function createSolanaConnector(wallet: Wallet): SolanaConnector {
  // The standard types features loosely; each is looked for before use.
  const features = wallet.features as SolanaFeatures
  const name = cleanName(wallet.name)
  const connect = async (silent: boolean) => {
    const connectFeature = features['standard:connect']
    if (connectFeature === undefined) throw new RpcError(4200)
    const { accounts } = await refuseClearly(() =>
      connectFeature.connect(silent ? { silent: true } : undefined),
    )
    return accounts.filter(isSolanaAccount)
  }
  return {
    chainType: 'solana',
    id: `solana:${name}`,
    name,
    icon: cleanIcon(wallet.icon),
    walletClientType: clientTypeOf({ name }),
    connectorType: 'solana_adapter',
    entry: knownWalletOf({ name }),
    async connect({ signal } = {}) {
      const accounts = await connect(false)
      signal?.throwIfAborted()
      if (accounts.length === 0) throw new RpcError(4001)
      return openConnection(wallet, accounts)
    },
    async reconnect() {
      const accounts = await connect(true)
      return accounts.length === 0 ? null : openConnection(wallet, accounts)
    },
  }
}

function openConnection(wallet: Wallet, first: readonly WalletAccount[]): SolanaConnection {
  // As above.
  const features = wallet.features as SolanaFeatures
  let accounts = first
  const listeners = new Set<() => void>()
  const stop = features['standard:events']?.on('change', (change) => {
    if (change.accounts === undefined) return
    accounts = change.accounts.filter(isSolanaAccount)
    for (const listener of [...listeners]) listener()
  })
  const accountOf = (address: string) => {
    const account = accounts.find((each) => each.address === address)
    if (account === undefined) throw new RpcError(4100)
    return account
  }
  const connection: SolanaConnection = {
    chainType: 'solana',
    wallet,
    get accounts() {
      return accounts.map((each) => each.address)
    },
    get chainId() {
      return accounts[0]?.chains.find((each) => each.startsWith('solana:')) ?? 'solana:mainnet'
    },
    async signText({ address, text }) {
      const message = new TextEncoder().encode(text)
      return toBase64(await connection.signMessage({ address, message }))
    },
    async signMessage({ address, message }) {
      const sign = required(features['solana:signMessage']).signMessage
      const account = accountOf(address)
      return only(await refuseClearly(() => sign({ account, message }))).signature
    },
    async signTransaction({ address, ...input }) {
      const sign = required(features['solana:signTransaction']).signTransaction
      const account = accountOf(address)
      return only(await refuseClearly(() => sign({ account, ...input }))).signedTransaction
    },
    async signAndSendTransaction({ address, ...input }) {
      const feature = required(features['solana:signAndSendTransaction'])
      const account = accountOf(address)
      return only(await refuseClearly(() => feature.signAndSendTransaction({ account, ...input })))
        .signature
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async disconnect() {
      stop?.()
      accounts = []
      // A wallet that cannot disconnect keeps its permission; the page has forgotten the connection anyway.
      await features['standard:disconnect']?.disconnect().catch(() => undefined)
    },
  }
  return connection
}

function isSolanaAccount(account: WalletAccount): boolean {
  return account.chains.some((chain) => chain.startsWith('solana:'))
}

function required<T>(feature: T | undefined): T {
  if (feature === undefined) throw new RpcError(4200)
  return feature
}

function only<T>(outputs: readonly T[]): T {
  const [output] = outputs
  if (output === undefined) throw new RpcError(-32603)
  return output
}

async function refuseClearly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw toWalletError(thrown)
  }
}
