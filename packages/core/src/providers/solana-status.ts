import { receiptWait } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import type { RequestStep, SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'

const pollEveryMs = 1_000

/**
 * Reports how a sent transaction ends: `confirmed` when the cluster confirmed it, `failed` when a program refused it,
 * `timed-out` after 180 s. Never throws.
 */
export async function watchSignature(
  { environment }: SallyportClient,
  { cluster, signature }: { cluster: SolanaCluster; signature: string },
  report: (step: RequestStep) => void,
): Promise<void> {
  const hash = signature
  const call = { method: 'getSignatureStatuses', params: [[signature]] }
  for (let waitedMs = 0; waitedMs < receiptWait.timeoutMs; waitedMs += pollEveryMs) {
    // A node that does not answer now may answer the next time.
    const answer = await jsonRpc(environment, clusterUrlOf(cluster), call).catch(() => null)
    const end = endOf(answer)
    if (end) {
      report(end === 'confirmed' ? { step: 'confirmed', hash } : { ...end, hash })
      return
    }
    await environment.clock.wait(pollEveryMs)
  }
  report({ step: 'timed-out', hash })
}

/** The `value` of an answer with context, as most of a node's answers are. */
export function contextValue(answer: unknown): unknown {
  return answer && typeof answer === 'object' && 'value' in answer ? answer.value : null
}

function endOf(answer: unknown): 'confirmed' | { step: 'failed'; reason: string } | null {
  const list = contextValue(answer)
  const status: unknown = Array.isArray(list) ? list[0] : null
  if (!status || typeof status !== 'object') return null
  if ('err' in status && status.err) return { step: 'failed', reason: reasonOf(status.err) }
  const level = 'confirmationStatus' in status ? status.confirmationStatus : null
  return level === 'confirmed' || level === 'finalized' ? 'confirmed' : null
}

function reasonOf(error: unknown): string {
  return typeof error === 'string' ? error : JSON.stringify(error)
}
