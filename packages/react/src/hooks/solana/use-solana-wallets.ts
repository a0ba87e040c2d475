import { type SallyportClient, solana, type WalletAccount, wallet } from '@sallyport/core'
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
import { type CreateWalletOptions, createWallet as create } from '../../wallet-requests.js'

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

/** The user's Solana wallets, oldest first, and a function that creates one. */
export function useSolanaWallets() {
  const kit = useKit()
  const { client } = kit
  const { user } = useClientState()
  const ready = useReady()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made from the user
  const wallets = useMemo(
    () => wallet.list(client, 'solana').map((each) => connectedWallet(client, each)),
    [client, user],
  )
  const createWallet = useCallback(
    async (options?: CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => ({
        wallet: await create(client, 'solana', options),
      })
      return (await runWithCallbacks(kit, 'createWallet', work)).wallet
    },
    [kit, client],
  )
  return { ready, wallets, createWallet }
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
      provider.signTransaction(toBytes(transaction), coreOptions(client, options)),
    async sendTransaction(transaction, connection, options = {}) {
      const request = coreOptions(client, connection ? { ...options, connection } : options)
      return (await provider.signAndSendTransaction(toBytes(transaction), request)).signature
    },
  }
}
