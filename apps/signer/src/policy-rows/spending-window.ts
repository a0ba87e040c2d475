/**
 * A window has so many slots. Amounts of one slot are added up and leave the window together, when the last of them does: an amount counts
 * for the window and at most one slot longer.
 */
const slotsOfWindow = 60

/** What a window's record holds. */
export interface WindowRecord {
  count: number
  /** By slot of time. A decimal amount alone was written by an older version: it counts to the end of its slot. */
  slots: Record<string, Taken | string>
  /** What the latest requests have taken, for what is signed in their place. */
  held?: Record<string, Taken>
}

/** A window remembers so many requests: what is signed in the place of an older one is added up. */
const mostHeld = 32

/** What a request has taken that still counts; zero where it is not known any more. */
export function heldBy(
  { held = {} }: Pick<WindowRecord, 'held'>,
  { holder, windowMs, nowMs }: { holder: string; windowMs: number; nowMs: number },
): bigint {
  const before = held[holder]
  return before && before.lastMs > nowMs - windowMs ? BigInt(before.amount) : 0n
}

/** The latest requests, with one more. */
export function holdFor(
  { held = {} }: Pick<WindowRecord, 'held'>,
  { holder, taken }: { holder: string; taken: Taken },
): Record<string, Taken> {
  const others = Object.entries(held).filter(([name]) => name !== holder)
  return Object.fromEntries([...others.slice(1 - mostHeld), [holder, taken]])
}

/** What was taken in one slot. */
export interface Taken {
  /** Decimal. */
  amount: string
  /** When the last of it was taken. */
  lastMs: number
}

/** What of a window still counts. */
export function keptOf(
  { slots }: Pick<WindowRecord, 'slots'>,
  { windowMs, nowMs }: { windowMs: number; nowMs: number },
): Record<string, Taken> {
  const slotMs = slotMsOf(windowMs)
  const all = Object.entries(slots).map(([slot, taken]): [string, Taken] =>
    typeof taken === 'string'
      ? [slot, { amount: taken, lastMs: (Number(slot) + 1) * slotMs }]
      : [slot, taken],
  )
  return Object.fromEntries(all.filter(([, { lastMs }]) => lastMs > nowMs - windowMs))
}

/** What slots add up to. */
export function totalOf(slots: Record<string, Taken>): bigint {
  return Object.values(slots).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** Slots with an amount more. */
export function addTo(
  slots: Record<string, Taken>,
  { amount, windowMs, atMs }: { amount: bigint; windowMs: number; atMs: number },
): Record<string, Taken> {
  // While a clock is set back, what is taken counts from the latest moment that is known: it leaves no earlier than by the right clock.
  const lastMs = Math.max(atMs, ...Object.values(slots).map((each) => each.lastMs))
  const slot = String(Math.floor(lastMs / slotMsOf(windowMs)))
  const taken = { amount: String(BigInt(slots[slot]?.amount ?? '0') + amount), lastMs }
  return { ...slots, [slot]: taken }
}

function slotMsOf(windowMs: number): number {
  return Math.ceil(windowMs / slotsOfWindow)
}
