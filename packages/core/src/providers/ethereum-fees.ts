import type { Client as ViemClient } from 'viem'
import type { Fees, TransactionFields } from './ethereum-fields.js'
import type { Viem } from './load-viem.js'

interface Asked {
  viem: Viem
  node: ViemClient
}

/** The fees of a transaction: what the app gave, else what the chain asks, with base fee × 1.2 (specification §9). */
export async function feesOf({ viem, node }: Asked, fields: TransactionFields): Promise<Fees> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields
  // An access list needs type 1 where the price is a single one.
  const priced = fields.accessList?.length ? 1 : 0
  if (gasPrice !== undefined) {
    return { type: priced, gasPrice, maxPriceWei: gasPrice, expectedPriceWei: gasPrice }
  }
  if (fields.type === 0 || fields.type === 1) return singlePrice({ viem, node }, priced)
  const given = {
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
  }
  try {
    const asked = () => viem.estimateFeesPerGas(node, { type: 'eip1559', chain: null })
    const { maxFeePerGas: most, maxPriorityFeePerGas: offered } =
      maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined
        ? { maxFeePerGas, maxPriorityFeePerGas }
        : { ...(await asked()), ...given }
    // A tip above a given maximum would be refused.
    const tip = smaller(offered, most)
    // viem puts base fee × 1.2 into the maximum.
    const baseFee = ((most - tip) * 10n) / 12n
    return {
      type: fields.type === 4 ? 4 : 2,
      maxFeePerGas: most,
      maxPriorityFeePerGas: tip,
      maxPriceWei: most,
      expectedPriceWei: baseFee + tip,
    }
  } catch (error) {
    // The chain has no base fee: transactions there name one price.
    if (error instanceof viem.BaseError && error.name === 'Eip1559FeesNotSupportedError') {
      return singlePrice({ viem, node }, priced)
    }
    throw error
  }
}

async function singlePrice({ viem, node }: Asked, type: 0 | 1): Promise<Fees> {
  const { gasPrice } = await viem.estimateFeesPerGas(node, { type: 'legacy', chain: null })
  return { type, gasPrice, maxPriceWei: gasPrice, expectedPriceWei: gasPrice }
}

function smaller(left: bigint, right: bigint): bigint {
  if (left < right) return left
  return right
}
