import { BaseError, type Client as ViemClient } from 'viem'
import { estimateFeesPerGas } from 'viem/actions'
import type { TransactionFields } from './ethereum-fields.js'

/**
 * The transaction type and prices per unit of gas, in wei: what the app gave, else what the chain asks, with base fee × 1.2.
 * `maxPriceWei` is the most that is paid, `expectedPriceWei` what the next block likely takes.
 */
export async function feesOf(node: ViemClient, fields: TransactionFields) {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields
  // An access list needs type 1 where the price is a single one.
  const priced = fields.accessList?.length ? 1 : 0
  if (gasPrice !== undefined) {
    return { type: priced, gasPrice, maxPriceWei: gasPrice, expectedPriceWei: gasPrice }
  }
  if (fields.type === 0 || fields.type === 1) return singlePrice(node, priced)
  const given = {
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
  }
  try {
    const asked = () => estimateFeesPerGas(node, { type: 'eip1559', chain: null })
    const { maxFeePerGas: most, maxPriorityFeePerGas: offered } =
      maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined
        ? { maxFeePerGas, maxPriorityFeePerGas }
        : { ...(await asked()), ...given }
    // A tip above a given maximum would be refused.
    const tip = smaller(offered, most)
    // viem puts base fee × 1.2 into the maximum.
    const baseFee = ((most - tip) * 10n) / 12n
    return {
      type: 2,
      maxFeePerGas: most,
      maxPriorityFeePerGas: tip,
      maxPriceWei: most,
      expectedPriceWei: baseFee + tip,
    }
  } catch (error) {
    // The chain has no base fee: transactions there name one price.
    if (error instanceof BaseError && error.name === 'Eip1559FeesNotSupportedError') {
      return singlePrice(node, priced)
    }
    throw error
  }
}

async function singlePrice(node: ViemClient, type: 0 | 1) {
  const { gasPrice } = await estimateFeesPerGas(node, { type: 'legacy', chain: null })
  return { type, gasPrice, maxPriceWei: gasPrice, expectedPriceWei: gasPrice }
}

function smaller(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}
