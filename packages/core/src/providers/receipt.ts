import { receiptWait } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import type { Chain, RequestStep } from '../types.js'
import { rpcUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'

const pollEveryMs = 1_000

/**
 * Reports how the transaction with `hash` ends: `confirmed` when a block holds it, `failed` when it was reverted,
 * `timed-out` after 180 s (specification §9). Never throws.
 */
export async function watchReceipt(
  client: SallyportClient,
  { chain, hash }: { chain: Chain; hash: string },
  report: (step: RequestStep) => void,
): Promise<void> {
  const { environment, options } = client
  const url = rpcUrlOf(chain, options)
  for (let waitedMs = 0; waitedMs < receiptWait.timeoutMs; waitedMs += pollEveryMs) {
    const call = { method: 'eth_getTransactionReceipt', params: [hash] }
    // A node that does not answer now may answer the next time.
    const receipt = await jsonRpc(environment, url, call).catch(() => null)
    if (receipt && typeof receipt === 'object' && 'status' in receipt) {
      const isDone = receipt.status === '0x1'
      report(
        isDone
          ? { step: 'confirmed', hash }
          : { step: 'failed', hash, reason: 'The chain reverted the transaction' },
      )
      return
    }
    await environment.clock.wait(pollEveryMs)
  }
  report({ step: 'timed-out', hash })
}
