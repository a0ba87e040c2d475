import type { TransactionStatus } from '@sallyport/contract/wallet-api'
import {
  changeTransaction,
  type TransactionChange,
  type WalletTransactionRow,
} from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { recordWalletEvent } from '../record-event.js'

/** What there is an event of; a transaction begins as pending without one. */
type MovedTo = Exclude<TransactionStatus, 'pending'>
type TransactionEvent = MovedTo | 'still_pending'

/** States from which nothing follows, whatever the network does. */
const ends: ReadonlySet<TransactionStatus> = new Set(['finalized', 'failed', 'provider_error'])

/**
 * Moves a transaction to a state, with its event. One that can't change any more is settled by it.
 *
 * @returns undefined when it is in another state by now.
 */
export async function moveTransaction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: WalletTransactionRow,
  status: MovedTo,
  more: TransactionChange = {},
): Promise<WalletTransactionRow | undefined> {
  const nowMs = clock.nowMs()
  const settled = ends.has(status) ? { settled_at: nowMs } : {}
  return db.transaction().execute(async (inside) => {
    const change = { status, updated_at: nowMs, ...settled, ...more }
    const moved = await changeTransaction(inside, row, change)
    if (moved === undefined) return undefined
    await recordTransactionEvent(inside, moved, { name: status, nowMs })
    return moved
  })
}

/** Ends the following of a transaction whose state is what it stays. */
export async function settleTransaction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: WalletTransactionRow,
): Promise<void> {
  await changeTransaction(db, row, { settled_at: clock.nowMs() })
}

/** Records what happened to a transaction, by the name that webhooks have for it (wire reference §30, §43). */
export async function recordTransactionEvent(
  db: Deps['db'],
  row: WalletTransactionRow,
  {
    name,
    nowMs,
    more = {},
  }: { name: TransactionEvent; nowMs: number; more?: Record<string, unknown> },
): Promise<void> {
  await recordWalletEvent(db, {
    appId: row.app_id,
    walletId: row.wallet_id,
    type: `transaction.${name}`,
    data: {
      wallet_id: row.wallet_id,
      transaction_id: row.transaction_id,
      transaction_hash: row.hash,
      caip2: row.caip2,
      reference_id: row.reference_id,
      ...more,
    },
    nowMs,
  })
}
