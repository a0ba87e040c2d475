import type { bitcoin, RequestUiOptions, WalletAccount } from '@sallyport/core'
import { useCallback, useMemo } from 'react'
import { runWithCallbacks } from '../../actions.js'
import { useClientState, useKit, useReady } from '../../context.js'
import { type CreateWalletOptions, createWallet as create } from '../../wallet-requests.js'
import { bitcoinWallets } from './bitcoin-wallets.js'

/** The kinds of Bitcoin wallet. */
export type BitcoinChainType = 'bitcoin-segwit' | 'bitcoin-taproot'

/** An embedded Bitcoin wallet of this page. PSBTs and transactions are hex, amounts satoshis. */
export interface ConnectedBitcoinWallet {
  type: BitcoinChainType
  /** As the main network spells it: what the linked account has. */
  address: string
  walletIndex: number | null
  imported: boolean
  /** The address as the app's network spells it: what payments go to. */
  readAddress(): Promise<string>
  readBalance(): Promise<{ confirmedSats: bigint; pendingSats: bigint }>
  /** A signature by BIP-322 ("simple"), base64. */
  signMessage(message: string, options?: RequestUiOptions): Promise<string>
  /** The transaction for the network when the wallet's signatures complete it, else the PSBT with them. */
  signTransaction(psbt: string, options?: RequestUiOptions): Promise<string>
  /** Signs and broadcasts; resolves with the transaction's id. */
  sendTransaction(psbt: string, options?: RequestUiOptions): Promise<string>
  /** Builds a payment from the wallet's outputs, asks, signs and broadcasts it; resolves with the transaction's id. */
  send(payment: Omit<bitcoin.BitcoinTransfer, 'from'>, options?: RequestUiOptions): Promise<string>
}

/** The user's embedded Bitcoin wallets, those of SegWit first, and a function that creates one. */
export function useBitcoinWallets() {
  const kit = useKit()
  const { client } = kit
  const { user } = useClientState()
  const ready = useReady()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made from the user
  const wallets = useMemo(() => [...bitcoinWallets(client)], [client, user])
  const createWallet = useCallback(
    async ({
      chainType,
      ...options
    }: { chainType: BitcoinChainType } & CreateWalletOptions): Promise<WalletAccount> => {
      const work = async () => ({ wallet: await create(kit, chainType, options) })
      return (await runWithCallbacks(kit, 'createWallet', work)).wallet
    },
    [kit],
  )
  return { ready, wallets, createWallet }
}
