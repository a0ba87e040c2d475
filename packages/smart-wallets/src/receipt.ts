import type { Hex } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import type { SmartWalletConnection } from './client.js'
import { SmartWalletError } from './errors.js'
import { findReplacement, type Replacement } from './replacement.js'

/** How long a receipt is waited for (specification §4). */
const timeoutMs = 180_000

/** How often in a row a bundler may fail to answer (specification §9). */
const mostRetries = 6

/** What became of an operation. */
export type Outcome =
  | { kind: 'included'; transactionHash: Hex }
  /** Another operation took its place: the same calls at another price, none, or others. */
  | Pick<Replacement, 'kind' | 'transactionHash'>

/**
 * Waits until the operation with `hash` is in a block.
 *
 * @throws SmartWalletError `operation_failed` when its calls failed in the block, by it or by a repriced one, or after 180 seconds
 *   without a receipt: it may still be included then. `bundler_refused` for the receipt of another operation.
 */
export async function waitForOperation(
  connection: SmartWalletConnection,
  { hash, operation }: { hash: Hex; operation: UserOperation },
  clock: Clock = systemClock,
): Promise<Outcome> {
  const { bundler } = connection
  let failures = 0
  const readReceipt = async () => {
    try {
      const receipt = await bundler.getUserOperationReceipt({ hash }).catch(ignoreNotFound)
      failures = 0
      return receipt
    } catch (error) {
      failures += 1
      if (failures > mostRetries) throw error
      return null
    }
  }
  for (const started = clock.nowMs(); ; await clock.wait(bundler.pollingInterval)) {
    const receipt = await readReceipt()
    if (receipt) {
      if (receipt.userOpHash !== hash)
        throw new SmartWalletError(
          'bundler_refused',
          'The bundler answered with the receipt of another operation',
        )
      const { status, transactionHash } = receipt.receipt
      if (!receipt.success || status === 'reverted') throw failedInBlock(receipt.reason)
      return { kind: 'included', transactionHash }
    }
    const other = await findReplacement(connection, { hash, operation })
    if (other?.kind === 'repriced' && !other.success) throw failedInBlock()
    if (other) return { kind: other.kind, transactionHash: other.transactionHash }
    if (clock.nowMs() - started >= timeoutMs)
      throw new SmartWalletError(
        'operation_failed',
        'The transaction is not included yet after 180 seconds',
      )
  }
}

/** How an operation ended in a block, with what EIP-5792 tells of it; numbers are 0x hex. */
export interface OperationReceipt {
  /** Of the operation alone, not of the whole transaction. */
  logs: { address: string; data: string; topics: string[] }[]
  status: '0x1' | '0x0'
  blockHash: string
  blockNumber: string
  gasUsed: string
  transactionHash: string
}

/** The receipt of the operation with `hash`; null while no block holds it. @throws an error of viem when the bundler does not answer. */
export async function readOperation(
  { bundler }: SmartWalletConnection,
  hash: Hex,
): Promise<OperationReceipt | null> {
  const found = await bundler.getUserOperationReceipt({ hash }).catch(ignoreNotFound)
  if (!found || found.userOpHash !== hash) return null
  const { receipt, success, actualGasUsed } = found
  return {
    logs: found.logs.map(({ address, data, topics }) => ({ address, data, topics: [...topics] })),
    status: success && receipt.status !== 'reverted' ? '0x1' : '0x0',
    blockHash: receipt.blockHash,
    blockNumber: `0x${BigInt(receipt.blockNumber).toString(16)}`,
    gasUsed: `0x${actualGasUsed.toString(16)}`,
    transactionHash: receipt.transactionHash,
  }
}

function failedInBlock(reason = 'The transaction failed in its block'): SmartWalletError {
  return new SmartWalletError('operation_failed', reason)
}

/** The time, and waiting; tests pass their own. */
export interface Clock {
  nowMs(): number
  wait(ms: number): Promise<void>
}
const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof Error && error.name === 'UserOperationReceiptNotFoundError') return null
  throw error
}
