import {
  ClientError,
  type SallyportClient,
  solana,
  type WalletAccount,
  wallet,
} from '@sallyport/core'
import { useCallback, useMemo } from 'react'
import { runWithCallbacks } from '../../actions.js'
import { useClientState, useKit, useReady } from '../../context.js'
import {
  coreOptions,
  type SolanaConnection,
  type SolanaRequestOptions,
  type SolanaTransaction,
  toBytes,
} from '../../solana-requests.js'
import { useExternalWallets } from '../../use-external-wallets.js'
import { walletPageActionsOf } from '../../wallet-page-actions.js'
import { type CreateWalletOptions, createWallet as create } from '../../wallet-requests.js'
import { externalSolanaWallet } from './external-solana-wallet.js'

/** A Solana wallet of this page (react-api §8). */
export interface ConnectedSolanaWallet {
  type: 'solana'
  address: string
  /** Milliseconds since 1970. */
  connectedAt: number
  walletClientType: string
  connectorType: string
  imported: boolean
  meta: { id: string; name: string; icon?: string }
  /** Whether the user who is logged in has linked it. */
  linked: boolean
  walletIndex: number | null
  isConnected(): Promise<boolean>
  /** Ends the connection of an external wallet, with all its accounts. Embedded wallets stay connected until logout. */
  disconnect(): void
  /** As for Ethereum. */
  loginOrLink(): Promise<void>
  /** As for Ethereum. */
  unlink(): Promise<void>
  getProvider(): Promise<ReturnType<typeof solana.getWallet>>
  /** The 64-byte signature of `message`. */
  signMessage(message: Uint8Array, options?: SolanaRequestOptions): Promise<Uint8Array>
  /** The signed transaction as wire bytes. */
  signTransaction(
    transaction: SolanaTransaction,
    options?: SolanaRequestOptions,
  ): Promise<Uint8Array>
  /**
   * Resolves with the transaction's signature, base58, once the cluster has accepted it.
   *
   * @param connection  As in `SolanaRequestOptions`; null for the configured cluster.
   */
  sendTransaction(
    transaction: SolanaTransaction,
    connection?: SolanaConnection | null,
    options?: SolanaRequestOptions,
  ): Promise<string>
}

/**
 * The user's embedded Solana wallets, oldest first, then the external wallets that are connected to this page, and a function
 * that creates an embedded one, and one that shows the user the key of one.
 */
export function useSolanaWallets() {
  const kit = useKit()
  const { client } = kit
  const { user } = useClientState()
  const external = useExternalWallets(kit)
  const ready = useReady() && external.ready
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made from the user
  const wallets = useMemo(
    () => [
      ...wallet.list(client, 'solana').map((each) => connectedWallet(client, each)),
      ...external.wallets.flatMap((each) => externalSolanaWallet(kit, each)),
    ],
    [kit, client, user, external],
  )
  const createWallet = useCallback(
    async (options?: CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => ({
        wallet: await create(kit, 'solana', options),
      })
      return (await runWithCallbacks(kit, 'createWallet', work)).wallet
    },
    [kit],
  )
  const { exportWallet } = walletPageActionsOf(kit, 'solana')
  return { ready, wallets, createWallet, exportWallet }
}

function connectedWallet(client: SallyportClient, account: WalletAccount): ConnectedSolanaWallet {
  const { address, imported, walletIndex } = account
  const provider = solana.getWallet(client, address)
  const refuse = () => Promise.reject(new ClientError('not_supported'))
  return {
    type: 'solana',
    address,
    connectedAt: client.state.user?.createdAt.getTime() ?? 0,
    walletClientType: account.walletClientType ?? 'embedded',
    connectorType: account.connectorType ?? 'embedded',
    imported,
    meta: { id: 'org.sallyport.wallet', name: 'Sallyport' },
    linked: true,
    walletIndex,
    isConnected: async () => wallet.list(client, 'solana').some((each) => each.address === address),
    disconnect: () => undefined,
    loginOrLink: refuse,
    unlink: refuse,
    getProvider: async () => provider,
    signMessage: (message, options = {}) => provider.signMessage(message, options.uiOptions),
    signTransaction: async (transaction, options = {}) =>
      provider.signTransaction(toBytes(transaction), coreOptions(client, options)),
    async sendTransaction(transaction, connection, options = {}) {
      const request = coreOptions(client, connection ? { ...options, connection } : options)
      return (await provider.signAndSendTransaction(toBytes(transaction), request)).signature
    },
  }
}
