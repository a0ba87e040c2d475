import type { Database } from '../db/schema.js'

/**
 * What becomes of a row in which this column was changed in the database (P5).
 *
 * - `authentic`: the row is refused, and operators are alarmed (`row_refused`).
 * - `sealed`: the column, or what it seals, opens in its own row only; the row is refused.
 * - `finds`: the row is looked up by it, so the owner's request finds none, and another user's a row that is not authentic.
 * - a sentence: the row is used as before, and why that lets no user in.
 */
type ColumnRule = 'authentic' | 'sealed' | 'finds' | { harmless: string }

export type TableRule<T extends keyof Database> =
  | { columns: Record<keyof Database[T] & string, ColumnRule> }
  | { letsNoUserIn: string }

/** Times that decide nothing. */
export const time = { harmless: 'shown, or for the order of rows' }
