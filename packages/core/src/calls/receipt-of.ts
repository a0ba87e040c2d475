import type { CallReceipt } from './calls-account.js'

/** The parts of a node's receipt that EIP-5792 has; null for anything else, such as a transaction that waits. */
export function receiptOf(answer: unknown): CallReceipt | null {
  if (!answer || typeof answer !== 'object') return null
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } =
    answer as Partial<CallReceipt> // the node's answer, whose fields are passed on
  if (typeof status !== 'string' || typeof transactionHash !== 'string') return null
  return {
    logs: (logs ?? []).map(({ address, data, topics }) => ({ address, data, topics })),
    status,
    blockHash: String(blockHash),
    blockNumber: String(blockNumber),
    gasUsed: String(gasUsed),
    transactionHash,
  }
}
