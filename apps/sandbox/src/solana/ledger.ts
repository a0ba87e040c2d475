import { EventEmitter } from 'node:events'
import { address, getBase58Decoder, lamports } from '@solana/kit'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { Blockhashes } from './blockhashes.js'
import { History, type TransactionRecord } from './history.js'
import type { OpenedTransaction } from './transaction.js'
import { readTransactionError, type TransactionError } from './transaction-error.js'

/** What a transaction did, or would do. */
export interface Outcome {
  err: TransactionError | null
  logs: string[]
  unitsConsumed: bigint
  fee: bigint
}

/** Everything a restart must bring back. */
export interface LedgerState {
  svm: Uint8Array
  blockhashes: [string, bigint][]
  history: TransactionRecord[]
}

interface LedgerEvents {
  slot: [bigint]
  transaction: [TransactionRecord]
}

/**
 * A Solana chain of one block producer: LiteSVM, and what it does not keep itself: blockhash ages, history, events.
 * Every block is final at once.
 */
export class Ledger extends EventEmitter<LedgerEvents> {
  readonly svm: LiteSVM
  readonly history: History
  readonly #blockhashes: Blockhashes
  readonly #nowMs: () => number

  constructor({ nowMs, saved }: { nowMs: () => number; saved?: LedgerState | undefined }) {
    super()
    this.setMaxListeners(0)
    this.#nowMs = nowMs
    this.svm = saved ? LiteSVM.fromBytes(saved.svm) : new LiteSVM()
    // Ages are checked here: LiteSVM knows only the newest hash, the network accepts the last 150.
    this.svm.withBlockhashCheck(false)
    this.#blockhashes = new Blockhashes(saved?.blockhashes)
    this.history = new History(saved?.history)
    this.tick()
  }

  get slot(): bigint {
    return this.svm.getClock().slot
  }

  /** Makes a block: the next slot, the time of day, a new blockhash. */
  tick(): void {
    const clock = this.svm.getClock()
    const seconds = BigInt(Math.floor(this.#nowMs() / 1000))
    this.svm.setClock(
      new Clock(
        clock.slot + 1n,
        clock.epochStartTimestamp,
        clock.epoch,
        clock.leaderScheduleEpoch,
        seconds,
      ),
    )
    this.svm.expireBlockhash()
    this.#blockhashes.add(this.svm.latestBlockhash(), this.slot)
    this.emit('slot', this.slot)
  }

  latestBlockhash(): { blockhash: string; lastValidBlockHeight: bigint } {
    const blockhash = this.svm.latestBlockhash()
    return { blockhash, lastValidBlockHeight: this.#blockhashes.lastValid(blockhash) ?? this.slot }
  }

  isBlockhashValid(blockhash: string): boolean {
    return this.#blockhashes.lastValid(blockhash) !== undefined
  }

  /** Makes every blockhash given out so far too old. */
  expireBlockhashes(): void {
    this.#blockhashes.clear()
    this.tick()
  }

  /** What the transaction would do now; changes nothing. */
  simulate(
    opened: OpenedTransaction,
    { checkSignatures, checkBlockhash }: { checkSignatures: boolean; checkBlockhash: boolean },
  ): Outcome {
    const known = this.#refusal(opened, checkBlockhash)
    if (known) return known
    this.svm.withSigverify(checkSignatures)
    try {
      const result = this.svm.simulateTransaction(opened.transaction)
      return result instanceof FailedTransactionMetadata ? failed(result) : passed(result.meta())
    } finally {
      this.svm.withSigverify(true)
    }
  }

  /** Processes the transaction. It is remembered when it got as far as paying its fee. */
  submit(opened: OpenedTransaction): Outcome {
    const known = this.#refusal(opened, true)
    if (known) return known
    const balances = () => opened.accounts.map((one) => this.svm.getBalance(one) ?? 0n)
    const preBalances = balances()
    const result = this.svm.sendTransaction(opened.transaction)
    const outcome = result instanceof FailedTransactionMetadata ? failed(result) : passed(result)
    const paid = typeof outcome.err !== 'string'
    if (paid) this.#remember(opened, outcome, { preBalances, postBalances: balances() })
    return outcome
  }

  /** Mints `amount` to `to`; the signature of the transaction that did it. */
  airdrop(to: string, amount: bigint): string {
    // A new blockhash, so that two equal airdrops are two transactions.
    this.svm.expireBlockhash()
    this.#blockhashes.add(this.svm.latestBlockhash(), this.slot)
    const before = this.svm.getBalance(address(to)) ?? 0n
    const result = this.svm.airdrop(address(to), lamports(amount))
    if (!result || result instanceof FailedTransactionMetadata)
      throw new Error(`the airdrop failed: ${result ? String(result) : 'no result'}`)
    const signature = getBase58Decoder().decode(result.signature())
    this.#add({
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

  state(): LedgerState {
    return {
      svm: this.svm.toBytes(),
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

  #remember(
    opened: OpenedTransaction,
    outcome: Outcome,
    balances: { preBalances: bigint[]; postBalances: bigint[] },
  ): void {
    this.#add({
      signature: opened.signature,
      slot: this.slot,
      blockTime: this.#seconds(),
      ...outcome,
      accounts: [...opened.accounts],
      ...balances,
      wire: Buffer.from(opened.wire).toString('base64'),
    })
  }

  #add(record: TransactionRecord): void {
    this.history.add(record)
    this.emit('transaction', record)
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

/* The fee has no getter; the text form ends with it. */
function feeIn(text: string): bigint {
  return BigInt(/fee: (\d+)/.exec(text)?.[1] ?? 0)
}
