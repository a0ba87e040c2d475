import { receiptWait } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import type { Chain, RequestStep } from '../types.js'
import { rpcUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import {
  type AskNode,
  findReplacement,
  replacementReason,
  type SentTransaction,
} from './replacement.js'

const pollEveryMs = 1_000

/**
 * Reports how a sent transaction ends: `confirmed` when a block holds it, `failed` when it was reverted, `replaced` when a
 * block holds another one with its nonce, `timed-out` after 180 s (specification §4, §9). Never throws.
 */
export async function watchReceipt(
  client: SallyportClient,
  { chain, sent }: { chain: Chain; sent: SentTransaction },
  report: (step: RequestStep) => void,
): Promise<void> {
  const { environment, options } = client
  const url = rpcUrlOf(chain, options)
  // A node that does not answer now may answer the next time.
  const ask: AskNode = (method, params) =>
    jsonRpc(environment, url, { method, params }).catch(() => null)
  const { hash } = sent
  let lookups = 0
  for (let waitedMs = 0; waitedMs < receiptWait.timeoutMs; waitedMs += pollEveryMs) {
    const outcome = await outcomeOf(ask, hash)
    if (outcome) {
      report(
        outcome === 'confirmed'
          ? { step: 'confirmed', hash }
          : { step: 'failed', hash, reason: 'The chain reverted the transaction' },
      )
      return
    }
    const replaced = await readReplacement(ask, sent)
    if (replaced) lookups += 1
    // Of several nodes behind one URL one may not have the receipt yet: it is asked for again first (specification §9).
    if (replaced && lookups > receiptWait.retries) {
      report(replaced)
      return
    }
    await environment.clock.wait(pollEveryMs)
  }
  report({ step: 'timed-out', hash })
}

/** How the transaction with `hash` ended in a block; null while no block holds it. */
async function outcomeOf(ask: AskNode, hash: string): Promise<'confirmed' | 'failed' | null> {
  const receipt = await ask('eth_getTransactionReceipt', [hash])
  if (!receipt || typeof receipt !== 'object' || !('status' in receipt)) return null
  return receipt.status === '0x1' ? 'confirmed' : 'failed'
}

async function readReplacement(ask: AskNode, sent: SentTransaction): Promise<RequestStep | null> {
  const found = await findReplacement(ask, sent)
  const outcome = found && (await outcomeOf(ask, found.hash))
  if (!outcome) return null
  const replacement = { hash: found.hash, reason: replacementReason(sent, found), outcome }
  return { step: 'replaced', hash: sent.hash, replacement }
}
