import type { StoredBatch } from './batches.js'
import type { CallReceipt } from './calls-account.js'

/** Status codes of EIP-5792: pending, confirmed, failed before a block, reverted whole, reverted in part. */
export type CallsStatusCode = 100 | 200 | 400 | 500 | 600

/** After this time without news, calls that were still to be sent are given up: the page that sent them has gone. */
const abandonedAfterMs = 10 * 60_000

/** How a batch stands, by the receipts of what was sent for it. */
export function statusOf(
  batch: StoredBatch,
  receipts: readonly CallReceipt[],
  { nowMs, isRunning }: { nowMs: number; isRunning: boolean },
): CallsStatusCode {
  const succeeded = receipts.filter(({ status }) => status === '0x1').length
  const isPending = receipts.length < batch.hashes.length
  const isAbandoned =
    batch.progress === 'open' && !isRunning && nowMs - batch.changedAtMs > abandonedAfterMs
  const isComplete = batch.progress !== 'open' || isAbandoned
  if (batch.operation !== undefined && receipts.length === 0)
    return batch.progress === 'stopped' ? 400 : 100
  if (isPending || !isComplete) return 100
  const expected = batch.atomic ? 1 : batch.count
  if (succeeded === expected) return 200
  if (succeeded > 0) return 600
  return receipts.length > 0 ? 500 : 400
}
