import type { Transaction, TransactionStatus } from '@sallyport/contract/wallet-api'
import { SallyportError } from '../error.js'
import type { CallOptions } from '../http/call-options.js'
import type { CallConfig } from '../http/config.js'
import type { Send } from '../http/heads.js'
import { transactionHeads as heads } from './wallet-heads.js'

/** Which states are behind a transaction when it has reached one of them. */
const reached: Record<TransactionStatus, readonly ('confirmed' | 'finalized')[]> = {
  pending: [],
  broadcasted: [],
  confirmed: ['confirmed'],
  finalized: ['confirmed', 'finalized'],
  execution_reverted: ['confirmed', 'finalized'],
  failed: ['confirmed', 'finalized'],
  replaced: ['confirmed', 'finalized'],
  provider_error: [],
}

/** How long, and for what, a transaction is waited for. */
export interface WaitOptions extends CallOptions {
  /** By default `confirmed`. A transaction that fails or is replaced ends the wait too: read its `status`. */
  until?: 'confirmed' | 'finalized'
  /** By default two minutes. */
  wait_ms?: number
}

/** What wallets have sent. */
export interface TransactionsService {
  get(transaction_id: string, options?: CallOptions): Promise<Transaction>
  /** Asks until a transaction is confirmed or has come to an end. @throws SallyportError `timeout` */
  wait(transaction_id: string, options?: WaitOptions): Promise<Transaction>
}

const pauseMs = 1_000

/** The service over `send`. */
export function createTransactions(
  send: Send,
  { nowMs, sleep }: Pick<CallConfig, 'nowMs' | 'sleep'>,
): TransactionsService {
  const get = (transaction_id: string, options?: CallOptions) =>
    send(heads.find, { params: { transaction_id } }, options)
  return {
    get,
    wait: async (transaction_id, { until = 'confirmed', wait_ms = 120_000, ...options } = {}) => {
      const endMs = nowMs() + wait_ms
      for (;;) {
        const transaction = await get(transaction_id, options)
        if (reached[transaction.status].includes(until)) return transaction
        if (nowMs() + pauseMs > endMs)
          throw new SallyportError('timeout', {
            status: 503,
            message: `The transaction is ${transaction.status} after ${wait_ms} ms`,
            data: { transaction },
          })
        await sleep(pauseMs, options.signal)
      }
    },
  }
}
