/** An amount of one asset in its base units. */
export interface Amount {
  units: bigint
  decimals: number
  symbol: string
}

/** What a transaction does, as far as its bytes tell. */
export type Action =
  | { kind: 'send'; amount: Amount; to: string }
  | { kind: 'send-token'; token: string; units: bigint; to: string }
  | { kind: 'approve-token'; token: string; units: bigint | 'unlimited'; spender: string }
  | { kind: 'call'; to: string; amount: Amount; selector: string }
  | { kind: 'create'; amount: Amount }
  | { kind: 'programs'; programs: readonly string[]; amount: Amount }

/** What the request alone says; shown at once. */
export interface Draft {
  action: Action
  /** The chain's own money that leaves with it. */
  spent: Amount
  network: string
  from: string
  /** Rows for those who want them: ready to show. */
  details: readonly Detail[]
}
export interface Detail {
  label: 'data' | 'function' | 'nonce' | 'gasLimit' | 'instructions'
  value: string
}

/** What the network adds; null where it did not answer. */
export interface Quote {
  fee: bigint | null
  balance: bigint | null
  /** Symbol and places of the token the action moves; null when it moves none or the contract does not say. */
  token: { symbol: string; decimals: number } | null
  /** A rehearsal was refused although there is money enough. */
  likelyFails: boolean
}

/** Money of a transaction added up. */
export interface Sums {
  total: Amount | null
  balance: Amount | null
  /** What is missing to send it; null when nothing is, or when it is not known. */
  short: Amount | null
}

/** Total, balance and shortfall of a draft under a quote. */
export function addUp(draft: Draft, quote: Quote): Sums {
  const { spent } = draft
  const inUnits = (units: bigint | null) => (units === null ? null : { ...spent, units })
  const total = quote.fee === null ? null : spent.units + quote.fee
  const needed = total ?? spent.units
  const missing = quote.balance === null ? 0n : needed - quote.balance
  return {
    total: inUnits(total),
    balance: inUnits(quote.balance),
    short: missing > 0n ? inUnits(missing) : null,
  }
}
