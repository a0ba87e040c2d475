import { solana } from '@sallyport/core'
import { useCallback } from 'react'
import { runWithCallbacks } from '../../actions.js'
import { useKit } from '../../context.js'
import type { Callbacks } from '../../events.js'
import type { FundSolanaWalletOptions } from '../../funding-calls.js'
import {
  coreOptions,
  requireWallet,
  type SolanaRequestOptions,
  type SolanaTransaction,
  toBytes,
} from '../../solana-requests.js'
import { useCallbacks } from '../use-callbacks.js'

/** What `useSendTransaction` takes (react-api §7). */
export interface SendSolanaTransactionInput extends SolanaRequestOptions {
  transaction: SolanaTransaction
  transactionOptions?: solana.SolanaTransactionOptions
  /** How money is added where the wallet holds too little; also where the app has not set up funding. */
  fundWalletConfig?: FundSolanaWalletOptions
}

/** A sent transaction with the result from the cluster (react-api §7). */
export interface SentSolanaTransaction extends solana.SolanaReceipt {
  /** Base58. */
  signature: string
}

/**
 * `sendTransaction({ transaction })` signs, broadcasts and waits up to 180 s for the cluster to confirm the transaction.
 * Rejects with RpcError 4001 when the user declines. Does not reject when a sent transaction fails: `parsedTransaction` says
 * what happened to it, and is null when the cluster did not answer.
 */
export function useSendTransaction(callbacks?: Callbacks['sendSolanaTransaction']) {
  const kit = useKit()
  useCallbacks('sendSolanaTransaction', callbacks)
  const sendTransaction = useCallback(
    async (input: SendSolanaTransactionInput): Promise<SentSolanaTransaction> => {
      const { client } = kit
      const { transactionOptions = {}, fundWalletConfig } = input
      const { response } = await runWithCallbacks(kit, 'sendSolanaTransaction', async () => {
        const options = coreOptions(client, input)
        const { signature } = await requireWallet(client, input.address).signAndSendTransaction(
          toBytes(input.transaction),
          { ...options, transactionOptions, ...(fundWalletConfig && { fundWalletConfig }) },
        )
        const cluster = solana.requireCluster(client, options.cluster)
        const receipt = await solana.readReceipt(client, { cluster, signature })
        return { response: { signature, ...receipt } }
      })
      return response
    },
    [kit],
  )
  return { sendTransaction }
}
