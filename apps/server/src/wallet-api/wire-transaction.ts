import type { Transaction } from '@sallyport/contract/wallet-api'
import type { WalletTransactionRow } from '../db/wallet-transactions.js'

/** A transaction as calls answer it (wire reference §37). */
export function toWireTransaction(row: WalletTransactionRow): Transaction {
  return {
    id: row.transaction_id,
    wallet_id: row.wallet_id,
    caip2: row.caip2,
    transaction_hash: row.hash,
    status: row.status,
    created_at: row.created_at,
    reference_id: row.reference_id,
    ...(row.sponsored && { sponsored: true }),
    ...(row.user_operation_hash !== null && { user_operation_hash: row.user_operation_hash }),
  }
}
