import type { CompiledField, CompiledLimit } from './compiled.js'
import { type Counted, isShared, partsOf, recipientOf, seenOf } from './counted-parts.js'
import { type Seen, unlimited } from './facts.js'
import { type Around, isMet } from './match.js'

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

/**
 * A limit that counts the request, and cannot hold it: the amount, or what it is counted under, cannot be read, or what is signed stays valid for
 * longer than it looks back.
 */
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

/** Amounts by key, and why they do not hold the request. */
function totalsOf(
  limit: CompiledLimit,
  { around, spender }: { around: Around; spender: Spender },
): { totals: ReadonlyMap<string, bigint>; why: Uncounted['why'] | null } {
  const totals = new Map<string, bigint>()
  const latest = around.nowSeconds + BigInt(limit.validMs) / 1_000n
  const isCounted = (part: Counted) =>
    limit.conditions.every(
      (each) => isMet(each, seenOf(part, each, around), around.inSet) !== false,
    )
  let why: Uncounted['why'] | null = null
  for (const part of partsOf(limit, around.facts).filter(isCounted)) {
    const amount = limit.sumOf ? amountOf(part, limit.sumOf, around) : BigInt(part.calls)
    const recipient = limit.scope === 'recipient' ? recipientOf(part) : null
    const groups = limit.groupBy.map((field) => seenOf(part, field, around))
    if (outlives(part, latest)) why = 'outlives'
    // What is counted under a value that cannot be read may belong under any.
    const isUnder = recipient !== 'unreadable' && !groups.includes('unreadable')
    if (amount === null || (amount > 0n && !isUnder)) why = 'unread'
    for (const scope of scopesOf(limit, { recipient, spender })) {
      const key = [scope, ...groups.map(textOf)].join('|')
      const before = totals.get(key) ?? 0n
      // A field of the whole request is summed once.
      const isOnce = limit.sumOf !== null && isShared(limit.sumOf, part, around)
      totals.set(key, isOnce ? (amount ?? 0n) : before + (amount ?? 0n))
    }
  }
  // A request counts, also where it does nothing.
  if (!limit.sumOf) for (const [key, count] of totals) totals.set(key, count || 1n)
  return { totals, why }
}

/** Whether others may carry it out after a time, in Unix seconds. */
function outlives({ action, move }: Counted, latest: bigint): boolean {
  const moves = move ? [move] : action.moves
  return moves.some(({ until }) => until !== undefined && (until === null || until > latest))
}

/** What a part adds to a sum; null where that cannot be read. */
function amountOf(part: Counted, sumOf: CompiledField, around: Around): bigint | null {
  const seen = part.amount ?? seenOf(part, sumOf, around)
  if (seen === 'absent') return 0n
  if (seen === 'unreadable' || typeof seen.known !== 'bigint') return null
  return seen.known > unlimited || seen.known < 0n ? unlimited : seen.known
}

function scopesOf(
  { scope }: CompiledLimit,
  { recipient, spender: { walletId, keyIds } }: { recipient: Seen | null; spender: Spender },
): string[] {
  switch (scope) {
    case 'app':
      return ['app']
    case 'wallet':
      return [walletScopeKey(walletId)]
    case 'key':
      return keyIds.length === 0 ? ['key:'] : [...new Set(keyIds)].map((id) => `key:${id}`)
    case 'recipient':
      return [`recipient:${textOf(recipient ?? 'absent')}`]
  }
}

function textOf(seen: Seen): string {
  return typeof seen === 'string' ? `(${seen})` : String(seen.known)
}
