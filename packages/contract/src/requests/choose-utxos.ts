/** An output of a Bitcoin transaction that can be spent. */
export interface Utxo {
  txid: string
  vout: number
  value: bigint
  isConfirmed: boolean
}

/** Virtual bytes of a transaction without inputs and outputs, rounded up. */
const overheadVb = 11n
/** Virtual bytes of an input, by the beginning of its script; rounded up. */
const inputVb = { '0014': 68n, '5120': 58n }

/** What a payment spends, and what it pays back. */
export interface BitcoinPayment {
  inputs: readonly Utxo[]
  feeSats: bigint
  /** Zero when there is no change, or too little to spend again: then it is part of the fee. */
  changeSats: bigint
}

/**
 * Which outputs pay `sats` to a script: confirmed ones before others, the largest first, until they and the fee are covered. The
 * same outputs always give the same payment. Null when they are not enough.
 */
export function chooseUtxos(
  utxos: readonly Utxo[],
  { sats, feeRate, from, to }: { sats: bigint; feeRate: bigint; from: string; to: string },
): BitcoinPayment | null {
  const ownInputVb = from.startsWith('0014') ? inputVb['0014'] : inputVb['5120']
  const withoutChange = overheadVb + outputVb(to)
  const chosen: Utxo[] = []
  for (const utxo of [...utxos].sort(inOrder)) {
    chosen.push(utxo)
    const total = chosen.reduce((sum, { value }) => sum + value, 0n)
    const baseVb = withoutChange + ownInputVb * BigInt(chosen.length)
    const leastFee = baseVb * feeRate
    if (total < sats + leastFee) continue
    const feeSats = leastFee + outputVb(from) * feeRate
    const changeSats = total - sats - feeSats
    if (changeSats >= dustOf(from)) return { inputs: chosen, feeSats, changeSats }
    return { inputs: chosen, feeSats: total - sats, changeSats: 0n }
  }
  return null
}

/** The least a network relays to a script: spending less would cost more than it is. */
export function dustOf(script: string): bigint {
  if (script.startsWith('0014')) return 294n
  return script.startsWith('5120') ? 330n : 546n
}

function outputVb(script: string): bigint {
  return BigInt(9 + script.length / 2)
}

function inOrder(left: Utxo, right: Utxo): number {
  if (left.isConfirmed !== right.isConfirmed) return left.isConfirmed ? -1 : 1
  if (left.value !== right.value) return left.value > right.value ? -1 : 1
  return left.txid === right.txid ? left.vout - right.vout : left.txid < right.txid ? -1 : 1
}
