import {
  ClientError,
  type RequestUiOptions,
  RpcError,
  type SallyportClient,
  type SolanaCluster,
  solana,
  type WalletAccount,
  wallet,
} from '@sallyport/core'
import { useCallback, useMemo } from 'react'
import { settled } from '../actions.js'
import { useClientState, useKit, useReady } from '../context.js'
import type { Callbacks } from '../events.js'
import { type CreateWalletOptions, createWallet as create } from './requests.js'
import { useCallbacks } from './use-callbacks.js'

/** A transaction as wire bytes, or an object of another library that can make them. */
export type SolanaTransaction = Uint8Array | { serialize(options?: object): Uint8Array }

/** A connection of `@solana/web3.js`, of which only the address is used. */
export interface SolanaConnection {
  rpcEndpoint: string
}

/** How one Solana request differs from the rest. */
export interface SolanaRequestOptions {
  uiOptions?: RequestUiOptions
  /** Default: the user's first embedded Solana wallet. */
  address?: string
  /** Default: the first configured cluster. */
  cluster?: SolanaCluster['name']
  /** Another way to name the cluster: the configured one at this connection's endpoint. */
  connection?: SolanaConnection
}

/** What `useSendTransaction` takes (react-api §7). */
export interface SendSolanaTransactionInput extends SolanaRequestOptions {
  transaction: SolanaTransaction
  transactionOptions?: solana.SolanaTransactionOptions
}

/** A sent transaction, and what the cluster tells about it (react-api §7). */
export interface SentSolanaTransaction extends solana.SolanaReceipt {
  /** Base58. */
  signature: string
}

/** A Solana wallet of this page (react-api §8). */
export interface ConnectedSolanaWallet {
  type: 'solana'
  address: string
  walletClientType: string
  connectorType: string
  imported: boolean
  linked: boolean
  walletIndex: number | null
  getProvider(): Promise<ReturnType<typeof solana.getWallet>>
  /** The 64-byte signature of `message`. */
  signMessage(message: Uint8Array, options?: SolanaRequestOptions): Promise<Uint8Array>
  /** The signed transaction as wire bytes. */
  signTransaction(
    transaction: SolanaTransaction,
    options?: SolanaRequestOptions,
  ): Promise<Uint8Array>
  /**
   * Resolves with the transaction's signature, base58, once the cluster took it.
   *
   * @param connection  As in `SolanaRequestOptions`; null for the configured cluster.
   */
  sendTransaction(
    transaction: SolanaTransaction,
    connection?: SolanaConnection | null,
    options?: SolanaRequestOptions,
  ): Promise<string>
}

/** The user's Solana wallets, oldest first, and a way to make one. */
export function useSolanaWallets() {
  const kit = useKit()
  const { client } = kit
  const { user } = useClientState()
  const ready = useReady()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user is what the list is made from
  const wallets = useMemo(
    () => wallet.list(client, 'solana').map((each) => connectedWallet(client, each)),
    [client, user],
  )
  const createWallet = useCallback(
    async (options?: CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => ({
        wallet: await create(client, 'solana', options),
      })
      return (await settled(kit, 'createWallet', work)).wallet
    },
    [kit, client],
  )
  return { ready, wallets, createWallet }
}

/**
 * `sendTransaction({ transaction })` signs, broadcasts and waits until the cluster has confirmed the transaction, at most
 * 180 s. Rejects with RpcError 4001 when the user declines, and not for what becomes of a sent transaction:
 * `parsedTransaction` tells that, and is null when the cluster did not.
 */
export function useSendTransaction(callbacks?: Callbacks['sendSolanaTransaction']) {
  const kit = useKit()
  useCallbacks('sendSolanaTransaction', callbacks)
  const sendTransaction = useCallback(
    async (input: SendSolanaTransactionInput): Promise<SentSolanaTransaction> => {
      const { client } = kit
      const { transactionOptions = {} } = input
      const given = await settled(kit, 'sendSolanaTransaction', async () => {
        const options = optionsOf(client, input)
        const { signature } = await walletOf(client, input.address).signAndSendTransaction(
          bytesOf(input.transaction),
          { ...options, transactionOptions },
        )
        const cluster = solana.requireCluster(client, options.cluster)
        const receipt = await solana.readReceipt(client, { cluster, signature })
        return { response: { signature, ...receipt } }
      })
      return given.response
    },
    [kit],
  )
  return { sendTransaction }
}

/** `signMessage({ message })` gives the 64-byte signature of a message. */
export function useSignMessage() {
  const { client } = useKit()
  const signMessage = useCallback(
    async (input: { message: Uint8Array } & SolanaRequestOptions) => ({
      signature: await walletOf(client, input.address).signMessage(input.message, input.uiOptions),
    }),
    [client],
  )
  return { signMessage }
}

/** `signTransaction({ transaction })` gives the signed transaction as wire bytes and sends nothing. */
export function useSignTransaction() {
  const { client } = useKit()
  const signTransaction = useCallback(
    async (input: { transaction: SolanaTransaction } & SolanaRequestOptions) => ({
      signedTransaction: await walletOf(client, input.address).signTransaction(
        bytesOf(input.transaction),
        optionsOf(client, input),
      ),
    }),
    [client],
  )
  return { signTransaction }
}

function connectedWallet(client: SallyportClient, account: WalletAccount): ConnectedSolanaWallet {
  const { address, imported, walletIndex } = account
  const provider = solana.getWallet(client, address)
  return {
    type: 'solana',
    address,
    walletClientType: account.walletClientType ?? 'embedded',
    connectorType: account.connectorType ?? 'embedded',
    imported,
    linked: true,
    walletIndex,
    getProvider: async () => provider,
    signMessage: (message, options = {}) => provider.signMessage(message, options.uiOptions),
    signTransaction: async (transaction, options = {}) =>
      provider.signTransaction(bytesOf(transaction), optionsOf(client, options)),
    async sendTransaction(transaction, connection, options = {}) {
      const request = optionsOf(client, connection ? { ...options, connection } : options)
      return (await provider.signAndSendTransaction(bytesOf(transaction), request)).signature
    },
  }
}

function walletOf(client: SallyportClient, address: string | undefined) {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const wallets = wallet.list(client, 'solana')
  const chosen =
    address === undefined
      ? wallet.primaryOf(wallets, 'solana')
      : wallets.find((each) => each.address === address)
  if (!chosen) throw new ClientError('embedded_wallet_not_found')
  return solana.getWallet(client, chosen.address)
}

function optionsOf(client: SallyportClient, options: SolanaRequestOptions) {
  const {
    uiOptions = {},
    connection,
    cluster = connection && clusterAt(client, connection),
  } = options
  return { ...uiOptions, ...(cluster === undefined ? {} : { cluster }) }
}

/** The configured cluster behind a connection: what is shown and what is used must be the same. */
function clusterAt({ options }: SallyportClient, { rpcEndpoint }: SolanaConnection) {
  const plain = (url: string) => url.replace(/\/+$/, '')
  const found = solana
    .clustersOf(options)
    .find((each) => plain(solana.clusterUrlOf(each)) === plain(rpcEndpoint))
  if (found) return found.name
  const message = 'The connection goes to no cluster of `solanaClusters`: add its rpcUrl there'
  throw new RpcError(4901, { message })
}

function bytesOf(transaction: SolanaTransaction): Uint8Array {
  if (transaction instanceof Uint8Array) return transaction
  // Unsigned yet: other libraries would refuse to write it down.
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
}
