import type { Piece } from './pieces.js'

/** How long a piece takes on two quiet cores beside its like, when nothing else is known. */
const usual = {
  unit: 2,
  browser: 8,
  engines: 90,
  examples: 60,
  conformance: 120,
  checks: 150,
} as const

/** Seconds of the files that take much longer; measured, rounded. */
const measured: Record<string, number> = {}

/** About how long a piece takes, in seconds. Decides how pieces are divided, and nothing else. */
export function secondsOf({ id, runner }: Piece): number {
  return measured[id] ?? usual[runner]
}
