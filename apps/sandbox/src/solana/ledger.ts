import { EventEmitter } from 'node:events'
import { address, type EncodedAccount, getBase58Decoder, lamports } from '@solana/kit'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { Blockhashes } from './blockhashes.js'
import { History, type TransactionRecord } from './history.js'
import { restoreAccounts, type SavedAccount, TouchedAccounts } from './touched-accounts.js'
import type { OpenedTransaction } from './transaction.js'
import { readTransactionError, type TransactionError } from './transaction-error.js'

/** The result of a transaction or simulation. */
export interface Outcome {
  err: TransactionError | null
  logs: string[]
  unitsConsumed: bigint
  fee: bigint
}

/** The state that a restart restores. */
export interface LedgerState {
  slot: bigint
  accounts: SavedAccount[]
  blockhashes: [string, bigint][]
  history: TransactionRecord[]
}

interface LedgerEvents {
  slot: [bigint]
  transaction: [TransactionRecord]
}

/**
 * A Solana chain with one block producer. Adds to LiteSVM the age of blockhashes, the history and events. Every block is
 * final immediately.
 */
export class Ledger extends EventEmitter<LedgerEvents> {
  readonly svm: LiteSVM
  readonly history: History
  readonly #blockhashes: Blockhashes
  readonly #touched: TouchedAccounts
  readonly #nowMs: () => number

  constructor({ nowMs, saved }: { nowMs: () => number; saved?: LedgerState | undefined }) {
    super()
    this.setMaxListeners(0)
    this.#nowMs = nowMs
    this.svm = new LiteSVM()
    // The age is checked here, because LiteSVM accepts only the newest hash and the network the last 150.
    this.svm.withBlockhashCheck(false)
    this.#blockhashes = new Blockhashes(saved?.blockhashes)
    this.#touched = new TouchedAccounts(saved?.accounts)
    if (saved) {
      restoreAccounts(this.svm, saved.accounts)
      this.#setClock(saved.slot)
    }
    this.history = new History(saved?.history)
    this.tick()
  }

  get slot(): bigint {
    return this.svm.getClock().slot
  }

  /** Produces a block: the next slot, the current time, a new blockhash. */
  tick(): void {
    this.#setClock(this.slot + 1n)
    this.#blockhashes.add(this.slot)
    this.emit('slot', this.slot)
  }

  latestBlockhash(): { blockhash: string; lastValidBlockHeight: bigint } {
    const blockhash = this.#blockhashes.newest()
    return { blockhash, lastValidBlockHeight: this.#blockhashes.lastValid(blockhash) ?? this.slot }
  }

  isBlockhashValid(blockhash: string): boolean {
    return this.#blockhashes.lastValid(blockhash) !== undefined
  }

  /** Expires every blockhash issued so far. */
  expireBlockhashes(): void {
    this.#blockhashes.clear()
    this.tick()
  }

  /** Simulates the transaction without changing state. `accounts` are those it touches, as they would be afterwards. */
  simulate(
    opened: OpenedTransaction,
    { checkSignatures, checkBlockhash }: { checkSignatures: boolean; checkBlockhash: boolean },
  ): Outcome & { accounts: readonly EncodedAccount[] } {
    const refusal = this.#refusal(opened, checkBlockhash)
    if (refusal) return { ...refusal, accounts: [] }
    this.svm.withSigverify(checkSignatures)
    try {
      const result = this.svm.simulateTransaction(opened.transaction)
      if (result instanceof FailedTransactionMetadata) return { ...failed(result), accounts: [] }
      return { ...passed(result.meta()), accounts: result.postAccounts() }
    } finally {
      this.svm.withSigverify(true)
    }
  }

  /** Processes the transaction. It enters the history if it paid its fee. */
  submit(opened: OpenedTransaction): Outcome {
    const refusal = this.#refusal(opened, true)
    if (refusal) return refusal
    const balances = () => opened.accounts.map((one) => this.svm.getBalance(one) ?? 0n)
    const preBalances = balances()
    this.#touched.add(this.svm, opened)
    const result = this.svm.sendTransaction(opened.transaction)
    const outcome = result instanceof FailedTransactionMetadata ? failed(result) : passed(result)
    const paid = typeof outcome.err !== 'string'
    if (paid) this.#record(opened, outcome, { preBalances, postBalances: balances() })
    return outcome
  }

  /** Mints `amount` to `to` and returns the signature of the transaction. */
  airdrop(to: string, amount: bigint): string {
    // LiteSVM signs its airdrops over its own blockhash: a new one makes two equal airdrops two transactions.
    this.svm.expireBlockhash()
    this.#touched.addAddress(this.svm, address(to))
    const before = this.svm.getBalance(address(to)) ?? 0n
    const result = this.svm.airdrop(address(to), lamports(amount))
    if (!result || result instanceof FailedTransactionMetadata)
      throw new Error(`The airdrop failed: ${result ? String(result) : 'no result'}`)
    const signature = getBase58Decoder().decode(result.signature())
    this.#addToHistory({
      signature,
      slot: this.slot,
      blockTime: this.#seconds(),
      ...passed(result),
      accounts: [to],
      preBalances: [before],
      postBalances: [before + amount],
      wire: '',
    })
    return signature
  }

  /** Lamports of an account; 0 for one that does not exist. */
  balanceOf(owner: string): bigint {
    return this.svm.getBalance(address(owner)) ?? 0n
  }

  state(): LedgerState {
    return {
      slot: this.slot,
      accounts: this.#touched.save(this.svm),
      blockhashes: this.#blockhashes.entries(),
      history: this.history.all(),
    }
  }

  #refusal(opened: OpenedTransaction, checkBlockhash: boolean): Outcome | undefined {
    if (this.history.get(opened.signature)) return refused('AlreadyProcessed')
    if (checkBlockhash && !this.isBlockhashValid(opened.blockhash))
      return refused('BlockhashNotFound')
    return undefined
  }

  #record(
    opened: OpenedTransaction,
    outcome: Outcome,
    balances: { preBalances: bigint[]; postBalances: bigint[] },
  ): void {
    this.#addToHistory({
      signature: opened.signature,
      slot: this.slot,
      blockTime: this.#seconds(),
      ...outcome,
      accounts: [...opened.accounts],
      ...balances,
      wire: Buffer.from(opened.wire).toString('base64'),
    })
  }

  #addToHistory(record: TransactionRecord): void {
    this.history.add(record)
    this.emit('transaction', record)
  }

  #setClock(slot: bigint): void {
    const { epochStartTimestamp, epoch, leaderScheduleEpoch } = this.svm.getClock()
    this.svm.setClock(
      new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, this.#seconds()),
    )
  }

  #seconds(): bigint {
    return BigInt(Math.floor(this.#nowMs() / 1000))
  }
}

function passed(meta: TransactionMetadata): Outcome {
  return {
    err: null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    fee: feeIn(meta.toString()),
  }
}

function failed(result: FailedTransactionMetadata): Outcome {
  const text = result.toString()
  return {
    err: readTransactionError(text),
    logs: result.meta().logs(),
    unitsConsumed: result.meta().computeUnitsConsumed(),
    fee: feeIn(text),
  }
}

function refused(err: string): Outcome {
  return { err, logs: [], unitsConsumed: 0n, fee: 0n }
}

/* The fee has no getter, but the text form ends with it. */
function feeIn(text: string): bigint {
  return BigInt(/fee: (\d+)/.exec(text)?.[1] ?? 0)
}
