import { unusualFields } from '@sallyport/contract/requests'
import { RpcError } from '../errors.js'
import type { ApprovalChoice } from '../types.js'
import type { TransactionFields } from './ethereum-fields.js'

/** A transaction with what decides its highest fee. */
type Priced = Required<Pick<TransactionFields, 'nonce' | 'gas'>> &
  Pick<TransactionFields, 'gasPrice' | 'maxFeePerGas'>

/** A fee moves while the user reads; one that more than doubles is shown again. */
const highestRise = 2n

/** The most that a transaction pays the network, in wei. */
function maxFeeOf({ gas, gasPrice, maxFeePerGas }: Priced): bigint {
  return gas * (maxFeePerGas ?? gasPrice ?? 0n)
}

/** The fields of a transaction that are far from usual; a screen has to say so. */
export function unusualFieldsOf(transaction: Priced) {
  const { gas: gasLimit, nonce } = transaction
  return unusualFields({ maxFeeWei: maxFeeOf(transaction), gasLimit, nonce: BigInt(nonce) })
}

/**
 * Refuses what the user was not shown: fields that are far from usual, and a fee that is far above the shown one. A node can
 * answer otherwise after the screen was drawn (T-38).
 *
 * @throws RpcError -32003
 */
export function requireShown(transaction: Priced, choice: ApprovalChoice): void {
  const { shownMaxFeeWei, acceptsUnusual = false } = choice
  const unusual = unusualFieldsOf(transaction)
  if (unusual.length > 0 && !acceptsUnusual) {
    const names = unusual.join(', ')
    throw new RpcError(-32003, {
      message: `Far higher than usual, and not shown to the user: ${names}`,
    })
  }
  if (shownMaxFeeWei !== undefined && maxFeeOf(transaction) > shownMaxFeeWei * highestRise) {
    throw new RpcError(-32003, {
      message: 'The network fee is more than twice the one that was shown',
    })
  }
}
