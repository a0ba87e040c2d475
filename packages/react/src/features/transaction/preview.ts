import type {
  ClaimedToken,
  EthereumAction,
  ShownNetwork,
  SolanaReading,
  SolanaStep,
  Subject,
  UnusualField,
} from '@sallyport/contract/requests'
import type { PricedAsset } from '../../config.js'
import type { Disagreement } from './simulation/effects.js'

/** An amount of one asset in its base units. */
export interface Amount {
  units: bigint
  decimals: number
  symbol: string
}

/** What a transaction does, as far as its bytes tell. Native coins that leave with it are in `Draft.spent`. */
export type Action =
  | EthereumAction
  /** `steps` in order; `programs` of those that cannot be read. */
  /** Bitcoin outputs, none or several of which pay others. */
  | { kind: 'payments' }
  /** Calls of a smart wallet in one operation: `Draft.calls`. */
  | { kind: 'batch' }
  | { kind: 'programs'; programs: readonly string[]; steps: readonly SolanaStep[] }

/** What the request alone says; shown at once. */
export interface Draft {
  /** What is shown of it; the other fields are what it is reckoned with. */
  subject: Subject
  action: Action
  /** The network's native coin that leaves with it. */
  spent: Amount
  network: ShownNetwork
  /** CAIP-2, as `priceOf` is asked. */
  networkId: string
  from: string
  /** Where a token that is sent is taken from, when that is not `from`: a Solana token account. */
  tokenAccount?: string
  /** The call that it was read from, on Ethereum. */
  call?: { to: string | null; data: string }
  /** What the instructions say, who pays and which accounts they may change, on Solana. */
  solana?: Pick<SolanaReading, 'steps' | 'feePayer' | 'writable' | 'maxFeeLamports'>
  /** The calls of a batch, each as if it were alone. */
  calls?: readonly Draft[]
  /** Said beside the fee, in place of its being an estimate. */
  feeNote?: string
  /** Whether a recipient is in a look-up table that is not known: then it cannot be approved. */
  hidesAccounts?: boolean
}

/** A token: by the pinned list, else as its contract describes it. */
export interface Token extends ClaimedToken {
  /** Whether the pinned list has it. */
  isListed: boolean
  /** What the wallet holds of it; null where the network did not say. */
  balance: bigint | null
}

/** What the network adds; null where it did not answer. */
export interface Quote {
  fee: bigint | null
  balance: bigint | null
  /** The token the action moves or allows; null when it moves none or the contract does not say. */
  token: Token | null
  /** The tokens that the calls of a batch move or allow, by contract; those that do not say how they count are left out. */
  tokens?: Readonly<Record<string, Token>>
  /** A simulation failed although there is money enough. */
  likelyFails: boolean
  /** Why, in the words of the chain or of the contract; null when it gave none. */
  problem?: string | null
  /** What a simulation found; null when the node cannot simulate, left out when it was not asked. */
  simulation?: Simulation | null
  /** What the network fills in. */
  nonce?: bigint
  gasLimit?: bigint
  /** The app pays the fee. */
  isSponsored?: boolean
  /** Fields that are far from usual; they are said, and asked for twice. */
  unusual?: readonly UnusualField[]
  /** The draft with what the network adds to its reading, such as the accounts of look-up tables. */
  draft?: Draft
}

/** How much of an asset the wallet has more or, below zero, less afterwards. */
export interface ShownChange extends Omit<Amount, 'decimals'> {
  /** Null where it is not known: then it is counted in smallest units. */
  decimals: number | null
  /** Whether the symbol is what a contract claims. */
  isUnverified?: boolean
  /** The token's contract or mint; null for the native coin. */
  token: string | null
  /** The number of one item of a collection. */
  item: bigint | null
}

/** What a simulation found. */
export interface Simulation {
  changes: readonly ShownChange[]
  /** Who may spend which tokens afterwards. */
  approvals: readonly { token: string; party: string }[]
  /** Accounts of the wallet that others control afterwards. */
  lost: readonly string[]
  /** Where that does not fit what was read from the request. */
  disagreements: readonly Disagreement[]
}

/** Money of a transaction added up. */
interface Sums {
  /** Value and fee; null when either is not known, or when it moves a token: two assets have no sum. */
  total: Amount | null
  /** Of the native coin. */
  balance: Amount | null
  /** Of the token it moves. */
  tokenBalance: Amount | null
  /** What is missing to send it, of the first asset that is short; null when nothing is, or when it is not known. */
  short: (Amount & { token: string | null }) | null
}

/** Adds up total, balances and shortfall of a draft under a quote. */
export function addUp(draft: Draft, quote: Quote): Sums {
  const { spent, action } = draft
  const native = (units: bigint | null) => (units === null ? null : { ...spent, units })
  const fee = quote.fee ?? 0n
  const missing = quote.balance === null ? 0n : spent.units + fee - quote.balance
  const token = movesToken(action) ? quote.token : null
  const inToken = (units: bigint): Amount | null =>
    token && { units, decimals: token.decimals, symbol: token.symbol }
  const tokenBalance = token?.balance ?? null
  const shortToken = shortTokenOf(draft, quote)
  return {
    total: quote.fee === null || isAboutToken(action) ? null : native(spent.units + quote.fee),
    balance: native(quote.balance),
    tokenBalance: tokenBalance === null ? null : inToken(tokenBalance),
    short: shortToken ?? (missing > 0n ? { ...spent, units: missing, token: null } : null),
  }
}

/** The first token of which the calls send more than there is. */
function shortTokenOf(draft: Draft, quote: Quote): Sums['short'] {
  const sent = new Map<string, bigint>()
  for (const { action } of draft.calls ?? [draft]) {
    if (movesToken(action)) sent.set(action.token, (sent.get(action.token) ?? 0n) + action.units)
  }
  for (const [address, units] of sent) {
    const token = draft.calls ? quote.tokens?.[address] : quote.token
    if (token && token.balance !== null && units > token.balance) {
      const { decimals, symbol } = token
      return { units: units - token.balance, decimals, symbol, token: address }
    }
  }
  return null
}

/** Whether the action takes tokens out of the wallet that signs. */
export function movesToken(
  action: Action,
): action is Extract<EthereumAction, { kind: 'send-token' }> {
  return action.kind === 'send-token'
}

/** Whether amounts of the action are of a token. */
export function isAboutToken(action: Action): boolean {
  return ['send-token', 'move-token', 'move-item', 'approve-token', 'approve-all'].includes(
    action.kind,
  )
}

/** The asset whose amount is shown large; null when the action has no amount of one asset. */
export function assetOf(draft: Draft, quote: Quote | null): PricedAsset | null {
  const { action, networkId: network, spent } = draft
  if (!isAboutToken(action)) return { network, token: null, symbol: spent.symbol }
  const token = quote?.token
  if (!token || !('token' in action)) return null
  // A contract may call itself by the name of a valuable one.
  return { network, token: action.token, symbol: token.isListed ? token.symbol : '' }
}
