import type { CompiledField, CompiledLimit } from './compiled.js'
import { type Action, type Facts, known, type Move, type Seen } from './facts.js'
import type { FieldSource } from './field-table.js'
import { type Around, seenIn, seenInMove } from './match.js'
import { isNative, unreadMove } from './token-moves.js'

/** A part of a request that a limit counts. */
export interface Counted {
  action: Action
  /** Where a limit is about moves: one of them. */
  move: Move | null
  /** Of a limit that counts: how many. A part that does nothing counts where no other does. */
  calls: number
  /** Of a limit that sums: whether what is not there may be there all the same. */
  isOpaque?: boolean
  /** Of a limit that sums: what it adds, where that is not the field of the action. */
  amount?: Seen
  /** Of a limit for each recipient: one of those whom the action pays. */
  to?: Seen
}

/** Sources of fields that say what moves. Of what may move anything none of them is merely absent. */
const moneySources: ReadonlySet<FieldSource> = new Set([
  'token_transfer',
  'ethereum_transaction',
  'ethereum_calldata',
  'ethereum_user_operation',
  'solana_transaction',
  'solana_system_program_instruction',
  'solana_token_program_instruction',
  'bitcoin_transaction',
  'bitcoin_output',
] as const)

/** The parts of a request as a limit counts them: its moves where the limit is about moves or recipients, else its actions. */
export function partsOf(limit: CompiledLimit, { actions, shared }: Facts): Counted[] {
  const { sumOf, conditions, groupBy, scope } = limit
  const fields = [...conditions, ...groupBy, ...(sumOf ? [sumOf] : [])]
  const isOfMoves = fields.some(({ source }) => source === 'token_transfer')
  return actions.flatMap((action): Counted[] => {
    const isOpaque = sumOf !== null && action.isOpaque === true
    // What is opaque may move anything.
    const moves = isOpaque ? [...action.moves, unreadMove('unreadable')] : action.moves
    const whole: Counted = { action, move: null, calls: callsOf(action), isOpaque }
    const natives = moves.filter(isNative)
    // Each move is what it moves of the coin. A sum over the request as a whole, such as its cost, has no parts.
    const isOfCoin =
      sumOf !== null && isNativeField(sumOf) && shared[sumOf.source]?.[sumOf.field] === undefined
    const each = (move: Move): Counted => ({
      ...whole,
      move,
      calls: 1,
      ...(isOfCoin && { amount: coinsIn(move, { natives, isGrouped: groupBy.length > 0 }) }),
    })
    if (moves.length === 0) return [whole]
    if (isOfMoves || (scope === 'recipient' && !sumOf)) return moves.map(each)
    if (scope === 'recipient')
      return isOfCoin ? natives.map(each) : recipientsOf(moves).map((to) => ({ ...whole, to }))
    const isElsewhere = isOfCoin && ownField(sumOf, action) === undefined
    return [isElsewhere ? { ...whole, amount: sumOfMoves(natives) } : whole]
  })
}

/** What a field is in a part. */
export function seenOf(
  { action, move, isOpaque }: Counted,
  field: CompiledField,
  around: Around,
): Seen {
  if (move && field.source === 'token_transfer') return seenInMove(field, move)
  const seen = seenIn(field, action, around)
  const isHidden = seen === 'absent' && isOpaque && moneySources.has(field.source)
  return isHidden ? 'unreadable' : seen
}

/** Whom a part pays. */
export function recipientOf({ action, move, to }: Counted): Seen {
  return (
    to ??
    move?.to ??
    action.fields.ethereum_transaction?.to ??
    action.fields.bitcoin_output?.address ??
    'absent'
  )
}

/** Whether a field is of the request as a whole: each of its parts shows the same value. */
export function isShared(field: CompiledField, { action }: Counted, { facts }: Around): boolean {
  return (
    ownField(field, action) === undefined && facts.shared[field.source]?.[field.field] !== undefined
  )
}

function ownField({ source, field }: CompiledField, action: Action): Seen | undefined {
  return action.fields[source]?.[field]
}

function callsOf({ isIncidental, moves, isWhole, calls = 1 }: Action): number {
  return !isIncidental && (moves.length > 0 || !isWhole) ? calls : 0
}

/** Fields that say what an action sends of the network's own coin. Where one is absent, moves of the coin say it. */
function isNativeField({ source, field }: CompiledField): boolean {
  return (
    (source === 'ethereum_transaction' && ['value', 'cost'].includes(field)) ||
    (source === 'solana_system_program_instruction' && field === 'Transfer.lamports')
  )
}

/** How much of the network's own coin a move is, or sends on: unknown code may pay others with what it is sent. */
function coinsIn(
  move: Move,
  { natives, isGrouped }: { natives: readonly Move[]; isGrouped: boolean },
): Seen {
  if (isNative(move)) return move.amount
  return isGrouped && move.to === 'unreadable' ? sumOfMoves(natives) : known(0n)
}

function sumOfMoves(moves: readonly Move[]): Seen {
  let sum = 0n
  for (const { amount } of moves) {
    if (amount === 'unreadable') return amount
    if (amount !== 'absent' && typeof amount.known === 'bigint') sum += amount.known
  }
  return known(sum)
}

/** Each once. */
function recipientsOf(moves: readonly Move[]): Seen[] {
  const byText = new Map(moves.map(({ to }) => [typeof to === 'object' ? to.known : `(${to})`, to]))
  return [...byText.values()]
}
