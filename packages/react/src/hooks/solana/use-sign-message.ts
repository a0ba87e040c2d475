import { useCallback } from 'react'
import { useKit } from '../../context.js'
import { requireWallet, type SolanaRequestOptions } from '../../solana-requests.js'

/** `signMessage({ message })` returns the 64-byte signature of a message. */
export function useSignMessage() {
  const { client } = useKit()
  const signMessage = useCallback(
    async (input: { message: Uint8Array } & SolanaRequestOptions) => ({
      signature: await requireWallet(client, input.address).signMessage(
        input.message,
        input.uiOptions,
      ),
    }),
    [client],
  )
  return { signMessage }
}
