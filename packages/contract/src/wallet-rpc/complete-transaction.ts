import type { EthereumTransaction } from './transaction.js'

type Hex = `0x${string}`

interface Common {
  chainId: bigint
  nonce: bigint
  gasLimit: bigint
  /** Null creates a contract. */
  to: Hex | null
  valueWei: bigint
  data: Hex
}

/** A transaction with nothing left to fill in. Prices are wei for each unit of gas. */
export type CompleteTransaction = Common &
  (
    | { type: 0; gasPrice: bigint }
    | { type: 1; gasPrice: bigint; accessList: readonly [] }
    | { type: 2; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; accessList: readonly [] }
    | {
        type: 4
        maxFeePerGas: bigint
        maxPriorityFeePerGas: bigint
        accessList: readonly []
        authorizations: readonly {
          chainId: bigint
          contract: Hex
          nonce: bigint
          yParity: 0 | 1
          r: bigint
          s: bigint
        }[]
      }
  )

/** What keeps a transaction from being complete: the member, and why. */
export interface TransactionProblem {
  field: keyof EthereumTransaction
  problem: string
}

/** Thrown inside of this file alone. */
class Incomplete extends Error {
  readonly field: keyof EthereumTransaction

  constructor(field: keyof EthereumTransaction, problem: string) {
    super(problem)
    this.field = field
  }
}

/**
 * The transaction that is signed for what an app asked, with what the node says for what is missing. What was asked wins; without a
 * type it is 2, or what the given fields mean.
 */
export function completeTransaction(
  asked: EthereumTransaction,
  filled: Pick<
    EthereumTransaction,
    | 'chain_id'
    | 'nonce'
    | 'gas_limit'
    | 'gas_price'
    | 'max_fee_per_gas'
    | 'max_priority_fee_per_gas'
  > = {},
): CompleteTransaction | TransactionProblem {
  try {
    return complete(asked, filled)
  } catch (error) {
    if (error instanceof Incomplete) return { field: error.field, problem: error.message }
    throw error
  }
}

function complete(
  asked: EthereumTransaction,
  filled: Partial<EthereumTransaction>,
): CompleteTransaction {
  const type = asked.type ?? typeOf(asked)
  const number = (
    field:
      | 'chain_id'
      | 'nonce'
      | 'gas_limit'
      | 'gas_price'
      | 'max_fee_per_gas'
      | 'max_priority_fee_per_gas',
  ): bigint => asked[field] ?? filled[field] ?? missing(field)
  requireFitting(asked, type)
  const common: Common = {
    chainId: number('chain_id'),
    nonce: number('nonce'),
    gasLimit: number('gas_limit'),
    to: asked.to ?? null,
    valueWei: asked.value ?? 0n,
    data: (asked.data ?? '0x').toLowerCase() as Hex, // The schema demands 0x and pairs of digits.
  }
  if (type === 0) return { ...common, type, gasPrice: number('gas_price') }
  if (type === 1) return { ...common, type, gasPrice: number('gas_price'), accessList: [] }
  const fees = {
    maxFeePerGas: number('max_fee_per_gas'),
    // A client leaves a tip of zero out where it gives the fee itself.
    maxPriorityFeePerGas:
      asked.max_priority_fee_per_gas ??
      (asked.max_fee_per_gas === undefined ? number('max_priority_fee_per_gas') : 0n),
    accessList: [] as const,
  }
  if (type === 2) return { ...common, ...fees, type }
  const authorizations = (asked.authorization_list ?? []).map((each) => ({
    chainId: each.chain_id,
    contract: each.contract,
    nonce: each.nonce,
    yParity: each.y_parity === 1n ? (1 as const) : (0 as const),
    r: each.r,
    s: each.s,
  }))
  return { ...common, ...fees, type, authorizations }
}

function typeOf(asked: EthereumTransaction): 0 | 2 | 4 {
  if (asked.authorization_list !== undefined) return 4
  return asked.gas_price === undefined ? 2 : 0
}

function requireFitting(asked: EthereumTransaction, type: 0 | 1 | 2 | 4): void {
  const foreign =
    type < 2 ? (['max_fee_per_gas', 'max_priority_fee_per_gas'] as const) : (['gas_price'] as const)
  for (const field of foreign)
    if (asked[field] !== undefined)
      throw new Incomplete(field, `is not a field of a transaction of type ${type}`)
  if ((type === 4) !== (asked.authorization_list !== undefined))
    throw new Incomplete('authorization_list', 'belongs to a transaction of type 4, and only to it')
}

function missing(field: keyof EthereumTransaction): never {
  throw new Incomplete(field, 'is missing')
}
