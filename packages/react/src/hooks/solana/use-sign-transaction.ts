import { useCallback } from 'react'
import { useKit } from '../../context.js'
import {
  coreOptions,
  requireWallet,
  type SolanaRequestOptions,
  type SolanaTransaction,
  toBytes,
} from '../../solana-requests.js'

/** `signTransaction({ transaction })` returns the signed transaction as wire bytes without sending it. */
export function useSignTransaction() {
  const { client } = useKit()
  const signTransaction = useCallback(
    async (input: { transaction: SolanaTransaction } & SolanaRequestOptions) => ({
      signedTransaction: await requireWallet(client, input.address).signTransaction(
        toBytes(input.transaction),
        coreOptions(client, input),
      ),
    }),
    [client],
  )
  return { signTransaction }
}
