import { createHash } from 'node:crypto'
import { addressOfScript } from '@sallyport/contract/requests'
import { Transaction } from 'bitcoinjs-lib'
import type { SpentOutput } from './check-transaction.js'
import { blockHash, type LedgerTransaction, outputsOf, type Unspent } from './ledger.js'

const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())

/** Whether and where a transaction is in the chain, as Esplora writes it. */
export function statusOf({ block }: LedgerTransaction) {
  if (block === null) return { confirmed: false }
  const { height, seconds } = block
  return {
    confirmed: true,
    block_height: height,
    block_hash: blockHash(height),
    block_time: seconds,
  }
}

/** An unspent output. */
export function utxoJson({ txid, vout, value, transaction }: Unspent) {
  return { txid, vout, value: Number(value), status: statusOf(transaction) }
}

/** A transaction with what it spends. */
export function transactionJson(transaction: LedgerTransaction) {
  const { txid, hex, fee, spent } = transaction
  const parsed = Transaction.fromHex(hex)
  const { version, locktime, ins, outs } = parsed
  return {
    txid,
    version,
    locktime,
    vin: ins.map(({ hash, index, sequence }, at) => {
      const prevout = spent[at]
      return {
        txid: Buffer.from(hash).reverse().toString('hex'),
        vout: index,
        prevout: prevout ? outputJson(prevout) : null,
        is_coinbase: prevout === undefined,
        sequence,
      }
    }),
    vout: outs.map(({ script, value }) =>
      outputJson({ script: Buffer.from(script).toString('hex'), value }),
    ),
    size: hex.length / 2,
    weight: parsed.weight(),
    fee: Number(fee),
    status: statusOf(transaction),
  }
}

/** What a script got and spent in some transactions. */
export function statsOf(transactions: readonly LedgerTransaction[], script: string) {
  const isIts = (each: SpentOutput) => each.script === script
  const funded = transactions.flatMap(({ hex }) => outputsOf(hex).filter(isIts))
  const spent = transactions.flatMap((each) => each.spent.filter(isIts))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: transactions.length,
  }
}

function outputJson({ script, value }: SpentOutput) {
  const address = addressOfScript({ sha256 }, script, 'regtest')
  return {
    scriptpubkey: script,
    ...(address === null ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  }
}

function sum(outputs: readonly SpentOutput[]): number {
  return Number(outputs.reduce((total, { value }) => total + value, 0n))
}
