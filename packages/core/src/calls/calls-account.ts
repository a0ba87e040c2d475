import type { RequestUiOptions } from '../types.js'
import type { StoredBatch } from './batches.js'
import type { CallBatch } from './read-calls.js'

/** What EIP-5792 says that a wallet can do on one chain. */
export type ChainCapabilities = {
  atomic: { status: 'supported' | 'ready' | 'unsupported' }
} & Record<string, Record<string, unknown>>

/** The receipt of a transaction as EIP-5792 has it; `status` is 0x1 or 0x0, numbers are 0x hex. */
export interface CallReceipt {
  logs: readonly { address: string; data: string; topics: readonly string[] }[]
  status: string
  blockHash: string
  blockNumber: string
  gasUsed: string
  transactionHash: string
}

/** An account that sends batches of calls: an embedded wallet, or a smart wallet. */
export interface CallsAccount {
  readonly address: string
  /** The most calls of one batch. */
  readonly mostCalls: number
  /** What it can do on a chain; null where it cannot send. */
  capabilitiesOn(chainId: number): ChainCapabilities | null
  chainIds(): readonly number[]
  /**
   * Sends the batch; resolves once its first part was submitted, and goes on by itself. Notes what it sent in `note`.
   *
   * @throws RpcError when nothing was sent.
   */
  send(
    batch: CallBatch,
    options: { ui: RequestUiOptions; note: (part: Partial<StoredBatch>) => void },
  ): Promise<void>
  /** The receipts of what is in blocks, in order. */
  receipts(batch: StoredBatch): Promise<readonly CallReceipt[]>
}
