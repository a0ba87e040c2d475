import type { solana, WalletAccount } from '@sallyport/core'
import { useCallback } from 'react'
import { runWithCallbacks } from '../../actions.js'
import { useKit } from '../../context.js'
import type { FundSolanaWalletOptions } from '../../funding-calls.js'
import { loadWallets } from '../../load-wallets.js'
import type {
  SolanaConnection,
  SolanaRequestOptions,
  SolanaTransaction,
} from '../../solana-requests.js'
import { walletPageActionsOf } from '../../wallet-page-actions.js'
import type { CreateWalletOptions } from '../../wallet-requests.js'
import { useWalletList } from '../use-wallet-list.js'

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
  /** As for Ethereum. */
  fund(options?: FundSolanaWalletOptions): Promise<void>
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
  const { ready, wallets } = useWalletList('solana')
  const createWallet = useCallback(
    async (options?: CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => {
        const { requests } = await loadWallets()
        return { wallet: await requests.createWallet(kit, 'solana', options) }
      }
      return (await runWithCallbacks(kit, 'createWallet', work)).wallet
    },
    [kit],
  )
  const { exportWallet } = walletPageActionsOf(kit, 'solana')
  return { ready, wallets, createWallet, exportWallet }
}
