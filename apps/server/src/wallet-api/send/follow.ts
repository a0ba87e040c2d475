import type { WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'

/** What an app has set for what its wallets send. */
export interface SendSettings {
  /** Blocks on a transaction's own after which it counts as final on Ethereum. */
  confirmations: number
  /** Seconds after which one that waits is sent again with higher fees; null where that is not wanted. */
  replaceAfterSeconds: number | null
}

/** A round of following. */
export interface Following {
  /** Of the app of the transaction. */
  settings(): Promise<SendSettings>
}

/** Follows a transaction of one kind of network by one step. */
export type Follow = (deps: Deps, row: WalletTransactionRow, following: Following) => Promise<void>
