import { useMemo } from 'react'
import { useKit } from '../context.js'
import type { PaymentOptions } from '../x402.js'

/**
 * `wrapFetchWithPayment({ walletAddress, fetch, maxValue })` gives a `fetch` that pays what a server asks for by status 402 (x402, scheme
 * `exact` on Ethereum networks): the user's wallet signs the transfer, after the user was asked, and the request is sent again with it.
 */
export function useX402Fetch() {
  const { signTypedData } = useKit().actions
  return useMemo(() => {
    const wrapFetchWithPayment =
      (options: PaymentOptions): typeof globalThis.fetch =>
      async (input, init) => {
        const { fetchWithPayment } = await import('../x402.js')
        const sign = async (typedData: Parameters<typeof signTypedData>[0]) => {
          const { signature } = await signTypedData(typedData, { address: options.walletAddress })
          return signature
        }
        return fetchWithPayment({ ...options, sign }, new Request(input, init))
      }
    return { wrapFetchWithPayment }
  }, [signTypedData])
}
