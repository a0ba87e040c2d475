import { decodeBase58 } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { toRpcError } from '../to-rpc-error.js'
import type { SolanaCluster } from '../types.js'
import { embeddedWallets } from '../wallet/accounts.js'
import type {
  IdentifierString,
  SolanaSignAndSendTransactionMethod,
  SolanaSignMessageMethod,
  SolanaSignTransactionMethod,
  Wallet,
  WalletAccount,
  WalletRegister,
} from '../wallet-standard/types.js'
import { clustersOf } from './chains.js'
import { walletIcon } from './icon.js'
import { getWallet, type SolanaWallet } from './solana.js'

/** Clusters in the words of the Wallet Standard. */
export const chainNames = {
  'mainnet-beta': 'solana:mainnet',
  testnet: 'solana:testnet',
  devnet: 'solana:devnet',
  localnet: 'solana:localnet',
} as const satisfies Record<SolanaCluster['name'], IdentifierString>

const accountFeatures = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const

/** The embedded wallets that this code has registered. */
const ownWallets = new WeakSet<Wallet>()

/** Whether `wallet` was registered by `register`: an embedded wallet of this page. */
export function isOwnWallet(wallet: Wallet): boolean {
  return ownWallets.has(wallet)
}

type ChangeListener = (change: { accounts?: readonly WalletAccount[] }) => void

/**
 * Registers the user's embedded Solana wallets as one Wallet Standard wallet, found by every library of this page. Its
 * accounts appear and disappear with the user. Gives the function that stops it.
 */
export function register(client: SallyportClient, { name = 'Sallyport' } = {}): () => void {
  const { wallet, stop } = createStandardWallet(client, name)
  ownWallets.add(wallet)
  const unregister = new Set<() => void>()
  const offer = (api: WalletRegister) => unregister.add(api.register(wallet))
  // The app's event carries this API (Wallet Standard, window events).
  const onReady = (event: Event) => offer((event as CustomEvent<WalletRegister>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
  return () => {
    stop()
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const each of unregister) each?.()
  }
}

/** The Wallet Standard wallet of a client; `stop` ends its listening to the client. */
function createStandardWallet(
  client: SallyportClient,
  name: string,
): { wallet: Wallet; stop(): void } {
  const chains = clustersOf(client.options).map((cluster) => chainNames[cluster.name])
  const listeners = new Set<ChangeListener>()
  let accounts = readAccounts(client, chains)
  const stop = client.subscribe(() => {
    const next = readAccounts(client, chains)
    if (next.map((each) => each.address).join() === accounts.map((each) => each.address).join()) {
      return
    }
    accounts = next
    for (const listener of [...listeners]) listener({ accounts })
  })
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    // A data URI of SVG in base64, as the standard asks; the constant has the type `string`.
    icon: walletIcon as Wallet['icon'],
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect() {
          if (accounts.length === 0) throw new RpcError(4100, { message: 'Log in first' })
          return { accounts }
        },
      },
      // The user leaves by logging out; an app that disconnects only stops asking.
      'standard:disconnect': { version: '1.0.0', disconnect: async () => undefined },
      'standard:events': {
        version: '1.0.0',
        on(_event: 'change', listener: ChangeListener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...signingFeatures(client),
    },
  }
  return { wallet, stop }
}

function signingFeatures(client: SallyportClient): Wallet['features'] {
  const signMessage: SolanaSignMessageMethod = (...inputs) =>
    inOrder(inputs, async ({ account, message }) => ({
      signedMessage: message,
      signature: await walletOf(client, account).signMessage(message),
    }))
  const signTransaction: SolanaSignTransactionMethod = (...inputs) =>
    inOrder(inputs, async ({ account, transaction, chain }) => ({
      signedTransaction: await walletOf(client, account).signTransaction(
        transaction,
        onChain(chain),
      ),
    }))
  const signAndSendTransaction: SolanaSignAndSendTransactionMethod = (...inputs) =>
    inOrder(inputs, async ({ account, transaction, chain, options }) => {
      const wallet = walletOf(client, account)
      const sent = await wallet.signAndSendTransaction(transaction, {
        ...onChain(chain),
        ...(options && { transactionOptions: options }),
      })
      return { signature: sent.signatureBytes }
    })
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] }
  return {
    'solana:signMessage': { version: '1.0.0', signMessage },
    'solana:signTransaction': { ...versions, signTransaction },
    'solana:signAndSendTransaction': { ...versions, signAndSendTransaction },
  }
}

/** One request after the other: each may need the user's answer. */
async function inOrder<I, O>(inputs: readonly I[], work: (input: I) => Promise<O>): Promise<O[]> {
  const outputs: O[] = []
  for (const input of inputs) {
    try {
      outputs.push(await work(input))
    } catch (error) {
      throw toRpcError(error)
    }
  }
  return outputs
}

function walletOf(client: SallyportClient, account: WalletAccount): SolanaWallet {
  return getWallet(client, account.address)
}

function onChain(chain: IdentifierString | undefined): { cluster?: SolanaCluster['name'] } {
  if (chain === undefined) return {}
  const cluster = clusterNames.find((name) => chainNames[name] === chain)
  if (!cluster) throw new RpcError(4901, { message: `Unsupported chain ${chain}` })
  return { cluster }
}
// The keys of the table above.
const clusterNames = Object.keys(chainNames) as SolanaCluster['name'][]

function readAccounts(
  client: SallyportClient,
  chains: readonly IdentifierString[],
): readonly WalletAccount[] {
  return embeddedWallets(client, 'solana').map(({ address }) => ({
    address,
    publicKey: decodeBase58(address) ?? new Uint8Array(),
    chains,
    features: accountFeatures,
  }))
}
