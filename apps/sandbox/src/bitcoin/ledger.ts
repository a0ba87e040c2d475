import { createHash } from 'node:crypto'
import { crypto, Transaction } from 'bitcoinjs-lib'
import { checkTransaction, Refusal, type SpentOutput } from './check-transaction.js'

/** A transaction the chain has, with what its inputs spent. */
export interface LedgerTransaction {
  txid: string
  hex: string
  /** Satoshis; none for what the faucet makes. */
  fee: bigint
  spent: readonly SpentOutput[]
  /** Null while it waits for a block. */
  block: { height: number; seconds: number } | null
}

/** An output that is not spent. */
export interface Unspent {
  txid: string
  vout: number
  value: bigint
  transaction: LedgerTransaction
}

/** What is saved of the chain. */
export interface BitcoinState {
  height: number
  transactions: readonly LedgerTransaction[]
}

/** The local Bitcoin chain: who has which outputs. It has no proof of work, and a block is a number with a time. */
export class BitcoinLedger {
  readonly #nowMs: () => number
  readonly #transactions = new Map<string, LedgerTransaction>()
  /** The transaction that spends an output, by `txid:vout`. */
  readonly #spenders = new Map<string, string>()
  #height: number
  /** Called after each change. */
  onChange: () => void = () => undefined

  constructor({ nowMs, saved }: { nowMs: () => number; saved?: BitcoinState | undefined }) {
    this.#nowMs = nowMs
    this.#height = saved?.height ?? 0
    for (const each of saved?.transactions ?? []) this.#add(each)
  }

  get height(): number {
    return this.#height
  }

  state(): BitcoinState {
    return { height: this.#height, transactions: [...this.#transactions.values()] }
  }

  find(txid: string): LedgerTransaction | undefined {
    return this.#transactions.get(txid)
  }

  spenderOf(txid: string, vout: number): LedgerTransaction | undefined {
    return this.#transactions.get(this.#spenders.get(`${txid}:${vout}`) ?? '')
  }

  /** Transactions that pay or spend a script (hex), the newest first. */
  touching(script: string): LedgerTransaction[] {
    return [...this.#transactions.values()]
      .filter(
        ({ hex, spent }) =>
          spent.some((each) => each.script === script) ||
          outputsOf(hex).some((each) => each.script === script),
      )
      .reverse()
  }

  /** Outputs of a script (hex) that no transaction spends. */
  unspent(script: string): Unspent[] {
    return this.touching(script).flatMap((transaction) =>
      outputsOf(transaction.hex).flatMap(({ script: each, value }, vout) => {
        const { txid } = transaction
        const isUnspent = each === script && !this.#spenders.has(`${txid}:${vout}`)
        return isUnspent ? [{ txid, vout, value, transaction }] : []
      }),
    )
  }

  /** Takes a signed transaction (hex) into the next block. @throws Refusal with the reason a node would give. */
  broadcast(hex: string): string {
    const transaction = readTransaction(hex)
    const txid = transaction.getId()
    if (this.#transactions.has(txid)) throw new Refusal('Transaction already in block chain')
    const spent = transaction.ins.map(({ hash, index }) => {
      const from = Buffer.from(hash).reverse().toString('hex')
      const output = outputsOf(this.#transactions.get(from)?.hex ?? '')[index]
      const spender = this.spenderOf(from, index)
      if (spender && !spender.block) throw new Refusal('txn-mempool-conflict')
      if (!output || spender) throw new Refusal('bad-txns-inputs-missingorspent')
      return output
    })
    const fee = checkTransaction(transaction, { spent, height: this.#height })
    this.#add({ txid, hex: transaction.toHex(), fee, spent, block: null })
    this.onChange()
    return txid
  }

  /** Makes new coins for a script (hex), in a block of their own. */
  fund(script: string, sats: bigint): string {
    this.#height += 1
    const coinbase = new Transaction()
    // The height makes each one different (BIP-34).
    coinbase.addInput(new Uint8Array(32), 0xffffffff, 0xffffffff, heightScript(this.#height))
    coinbase.addOutput(Buffer.from(script, 'hex'), sats)
    const [txid, hex] = [coinbase.getId(), coinbase.toHex()]
    this.#add({ txid, hex, fee: 0n, spent: [], block: this.#block() })
    this.onChange()
    return txid
  }

  /** Drops a waiting transaction, as a node does whose memory was cleared: what it spends is free again. */
  forget(txid: string): void {
    if (this.#transactions.get(txid)?.block !== null) return
    this.#transactions.delete(txid)
    for (const [output, spender] of this.#spenders)
      if (spender === txid) this.#spenders.delete(output)
    this.onChange()
  }

  /** Puts every waiting transaction into a block; none is made when nothing waits. */
  mine(): void {
    const waiting = [...this.#transactions.values()].filter(({ block }) => block === null)
    if (waiting.length === 0) return
    this.#height += 1
    for (const each of waiting) this.#transactions.set(each.txid, { ...each, block: this.#block() })
    this.onChange()
  }

  #block() {
    return { height: this.#height, seconds: Math.floor(this.#nowMs() / 1_000) }
  }

  #add(transaction: LedgerTransaction): void {
    this.#transactions.set(transaction.txid, transaction)
    for (const { hash, index } of Transaction.fromHex(transaction.hex).ins) {
      const from = Buffer.from(hash).reverse().toString('hex')
      this.#spenders.set(`${from}:${index}`, transaction.txid)
    }
  }
}

/** The hash of a block: the chain has no headers, so any that is the same each time does. */
export function blockHash(height: number): string {
  return createHash('sha256').update(`block ${height}`).digest('hex')
}

/** The outputs of a transaction in hex; none for an empty text. */
export function outputsOf(hex: string): SpentOutput[] {
  if (hex === '') return []
  return Transaction.fromHex(hex).outs.map(({ script, value }) => ({
    script: Buffer.from(script).toString('hex'),
    value,
  }))
}

function readTransaction(hex: string): Transaction {
  try {
    return Transaction.fromHex(hex)
  } catch {
    throw new Refusal('TX decode failed')
  }
}

function heightScript(height: number): Uint8Array {
  return Uint8Array.from([
    4,
    height & 255,
    (height >> 8) & 255,
    (height >> 16) & 255,
    height >> 24,
    ...crypto.sha256(Buffer.from('sandbox')).subarray(0, 4),
  ])
}
