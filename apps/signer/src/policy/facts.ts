import type { TypedDataInput } from '@sallyport/contract/requests'
import type { WalletRpcMethod, walletRpcMethods } from '@sallyport/contract/wallet-api'

/** A kind of chain: what decides which fields a request has. */
export type ChainFamily = Exclude<(typeof walletRpcMethods)[WalletRpcMethod]['family'], 'every'>

/** What a field is: known, not there, or there and not readable. */
export type Seen =
  | {
      known: string | bigint
      /** A second name of the same thing: a condition with either of them is met. */
      also?: string
    }
  | 'absent'
  | 'unreadable'

/** Values by field source and field. What is not in it is absent. */
export type Fields = Readonly<Record<string, Readonly<Record<string, Seen>>>>

/** How an asset moves, or may be moved from now on. */
export type MoveKind = 'transfer' | 'transfer_from' | 'approval' | 'operator' | 'item' | 'order'

/** One amount of one asset on its way, or in the power of another account. */
export interface Move {
  kind: MoveKind
  /** A contract in lower case, a mint, or `native`. */
  asset: Seen
  /** Of tokens on Solana the token account. */
  to: Seen
  /** In the smallest unit; unlimited approvals are 2²⁵⁶ − 1. */
  amount: Seen
  /** Of Ethereum. */
  chainId: Seen
  /**
   * Of what is signed for others to carry out: until when they may, in Unix seconds; null for ever or unknown. Undefined of what is carried out at
   * once.
   */
  until?: bigint | null
}

/** The part of a request that one rule has to allow: a call, an instruction, an output, a message. */
export interface Action {
  fields: Fields
  moves: readonly Move[]
  /** Whether `moves` is all that the action does with assets. */
  isWhole: boolean
  /** It moves nothing and asks for no rule of its own, such as the fee of a Solana transaction or a call that only carries out others. */
  isIncidental?: boolean
  /** It says nothing, or not all, about what it moves, such as a digest: to a limit that sums it is an amount that cannot be read. */
  isOpaque?: boolean
  /** It may be any request of its account, such as a digest: each of its fields that says otherwise is unreadable, not absent. */
  isAnything?: boolean
  /** How many calls it makes, or amounts it lets others take; one where that is not said. */
  calls?: number
  /** Data of a call, `0x` hex. */
  data?: string
  typedData?: TypedDataInput
  /** Body of a transfer. */
  body?: Readonly<Record<string, unknown>>
}

/** A request as facts: what the judgement sees, read from the bytes that will be signed. */
export interface Facts {
  method: string
  chain: ChainFamily
  /** Fields of the request as a whole. */
  shared: Fields
  /** At least one. */
  actions: readonly Action[]
}

/** A request that is not read, and why. It is refused. */
export interface Unread {
  unread: string
  /** It can be signed where no policy restricts the wallet: bytes that are not text. */
  isOpaque?: true
}

/** Wraps a known value. */
export const known = (value: string | bigint): Seen => ({ known: value })

/** A value that is null where it cannot be read. */
export function knownOr(
  value: string | bigint | null | undefined,
  otherwise: 'absent' | 'unreadable',
): Seen {
  return value === null || value === undefined ? otherwise : { known: value }
}

/** An approval of everything. */
export const unlimited = 2n ** 256n - 1n
