import type { CompiledCondition, CompiledLimit } from './compiled.js'
import { type Action, type Facts, type Move, type Seen, unlimited } from './facts.js'
import { type Around, isMet, seenIn, seenInMove } from './match.js'

/** Whose wallet signs, and by whose keys: what limits add up over. */
export interface Spender {
  walletId: string
  /** The authorization keys that have signed the request. */
  keyIds: readonly string[]
}

/** What a request takes from a limit. */
export interface Reservation {
  limitId: string
  /** What the limit adds up over, such as `wallet:<id>`. */
  scopeKey: string
  amount: bigint
  /** The most that the window may hold with this; null where no rule of the request refers to the limit. */
  most: bigint | null
  windowMs: number
}

/** A limit that counts the request, and cannot hold it: the amount cannot be read, or what is signed stays valid for longer than it looks back. */
interface Uncounted {
  limitId: string
  why: 'unread' | 'outlives'
}

/**
 * What a request takes from each limit, under which keys. Every limit whose method and conditions fit counts it, whichever rule allows it.
 *
 * @returns `uncounted`: limits that count it and cannot hold it. No rule with such a limit may allow it.
 */
export function countRequest(
  limits: readonly CompiledLimit[],
  { around, spender }: { around: Around; spender: Spender },
): { reservations: Reservation[]; uncounted: Uncounted[] } {
  const reservations: Reservation[] = []
  const uncounted: Uncounted[] = []
  for (const limit of limits) {
    if (limit.method !== '*' && limit.method !== around.facts.method) continue
    const { totals, why } = totalsOf(limit, { around, spender })
    if (why) uncounted.push({ limitId: limit.id, why })
    for (const [scopeKey, amount] of why ? [] : totals) {
      if (amount === 0n) continue
      const { id: limitId, windowMs } = limit
      reservations.push({ limitId, scopeKey, amount, most: null, windowMs })
    }
  }
  return { reservations, uncounted }
}

/** What a limit of one wallet adds up over. */
export function walletScopeKey(walletId: string): string {
  return `wallet:${walletId}`
}

/** A part of a request that a limit counts. */
interface Counted {
  action: Action
  move: Move | null
}

/** Amounts by key, and why they do not hold the request. */
function totalsOf(
  limit: CompiledLimit,
  { around, spender }: { around: Around; spender: Spender },
): { totals: ReadonlyMap<string, bigint>; why: Uncounted['why'] | null } {
  const totals = new Map<string, bigint>()
  const seenOf = (
    { action, move }: Counted,
    field: CompiledCondition | NonNullable<CompiledLimit['sumOf']>,
  ): Seen =>
    move && field.source === 'token_transfer'
      ? seenInMove(field, move)
      : seenIn(field, action, around)
  const isCounted = (part: Counted) =>
    limit.conditions.every((each) => isMet(each, seenOf(part, each), around.inSet) !== false)
  const latest = around.nowSeconds + BigInt(limit.validMs) / 1_000n
  let why: Uncounted['why'] | null = null
  for (const part of partsOf(limit, around.facts)) {
    if (!isCounted(part)) continue
    const amount = limit.sumOf ? amountOf(seenOf(part, limit.sumOf)) : 1n
    if (outlives(part, latest)) why = 'outlives'
    if (amount === null) why = 'unread'
    const groups = limit.groupBy.map((field) => textOf(seenOf(part, field)))
    for (const scope of scopesOf(limit, part, spender)) {
      const key = [scope, ...groups].join('|')
      const before = totals.get(key) ?? 0n
      // Requests are counted, not their parts; a field of the whole request is summed once.
      const isOnce = !limit.sumOf || isShared(limit.sumOf, part, around)
      totals.set(key, isOnce ? (amount ?? 0n) : before + (amount ?? 0n))
    }
  }
  return { totals, why }
}

/** Whether others may carry it out after a time, in Unix seconds. */
function outlives({ action, move }: Counted, latest: bigint): boolean {
  const moves = move ? [move] : action.moves
  return moves.some(({ until }) => until !== undefined && (until === null || until > latest))
}

/** Whether a field is of the request as a whole: each of its parts shows the same value. */
function isShared(
  { source, field }: NonNullable<CompiledLimit['sumOf']>,
  { action }: Counted,
  { facts }: Around,
): boolean {
  return action.fields[source]?.[field] === undefined && facts.shared[source]?.[field] !== undefined
}

function partsOf(
  { sumOf, conditions, groupBy, scope }: CompiledLimit,
  { actions }: Facts,
): Counted[] {
  const fields = [...conditions, ...groupBy, ...(sumOf ? [sumOf] : [])]
  const isOfMoves =
    fields.some(({ source }) => source === 'token_transfer') || (scope === 'recipient' && !sumOf)
  return actions.flatMap((action): Counted[] =>
    isOfMoves && action.moves.length > 0
      ? action.moves.map((move) => ({ action, move }))
      : [{ action, move: null }],
  )
}

function amountOf(seen: Seen): bigint | null {
  if (seen === 'absent') return 0n
  if (seen === 'unreadable' || typeof seen.known !== 'bigint') return null
  return seen.known > unlimited || seen.known < 0n ? unlimited : seen.known
}

function scopesOf(
  { scope }: CompiledLimit,
  part: Counted,
  { walletId, keyIds }: Spender,
): string[] {
  switch (scope) {
    case 'app':
      return ['app']
    case 'wallet':
      return [walletScopeKey(walletId)]
    case 'key':
      return keyIds.length === 0 ? ['key:'] : [...new Set(keyIds)].map((id) => `key:${id}`)
    case 'recipient':
      return [`recipient:${textOf(recipientOf(part))}`]
  }
}

function recipientOf({ action, move }: Counted): Seen {
  if (move) return move.to
  const [first] = action.moves
  return (
    first?.to ??
    action.fields.ethereum_transaction?.to ??
    action.fields.bitcoin_output?.address ??
    'absent'
  )
}

function textOf(seen: Seen): string {
  return typeof seen === 'string' ? `(${seen})` : String(seen.known)
}
