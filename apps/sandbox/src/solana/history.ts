import type { TransactionError } from './transaction-error.js'

/** The record of a processed transaction, successful or failed. */
export interface TransactionRecord {
  signature: string
  slot: bigint
  /** Unix seconds. */
  blockTime: bigint
  err: TransactionError | null
  logs: string[]
  fee: bigint
  unitsConsumed: bigint
  accounts: string[]
  preBalances: bigint[]
  postBalances: bigint[]
  /** The whole transaction, base64. */
  wire: string
}

const maxRecords = 5000

/** The latest 5000 processed transactions. */
export class History {
  readonly #records: Map<string, TransactionRecord>

  constructor(saved: readonly TransactionRecord[] = []) {
    this.#records = new Map(saved.map((record) => [record.signature, record]))
  }

  add(record: TransactionRecord): void {
    this.#records.set(record.signature, record)
    const oldest = this.#records.keys().next().value
    if (this.#records.size > maxRecords && oldest !== undefined) this.#records.delete(oldest)
  }

  get(signature: string): TransactionRecord | undefined {
    return this.#records.get(signature)
  }

  /** Newest first. */
  ofAddress(address: string): TransactionRecord[] {
    return this.all()
      .filter((record) => record.accounts.includes(address))
      .reverse()
  }

  /** Oldest first. */
  all(): TransactionRecord[] {
    return [...this.#records.values()]
  }
}
