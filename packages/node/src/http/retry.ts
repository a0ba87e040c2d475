/** Whether a call may be sent again after an answer that says nothing about what it did. */
export type Repeats =
  /** It changes nothing, or the same twice. */
  | 'safe'
  /** Its idempotency key lets the server answer again what it has done. */
  | 'keyed'
  /** It may have been carried out: only what the server refused before is sent again. */
  | 'refused'

/** How an attempt ended without a result. */
export interface FailedAttempt {
  /** Undefined where no answer came. */
  status: number | undefined
  /** The header `retry-after`. */
  retryAfter?: string | null | undefined
}

/** What a decision takes besides. */
interface RetryRules {
  /** Attempts before this one. */
  attempt: number
  maxRetries: number
  repeats: Repeats
  nowMs: number
  /** From 0 to 1. */
  random: number
}

const firstWaitMs = 500
const longestWaitMs = 8_000
/** A server that asks for more is not waited for: the error says how long. */
const longestAskedMs = 30_000
const unclear = new Set([408, 425, 500, 502, 503, 504])

/** How long to wait before the next attempt; undefined when there is none. */
export function waitBeforeRetry(failed: FailedAttempt, rules: RetryRules): number | undefined {
  const { status } = failed
  if (rules.attempt >= rules.maxRetries) return undefined
  const isRefused = status === 429
  const isUnclear = status === undefined || unclear.has(status)
  if (!isRefused && !(isUnclear && rules.repeats !== 'refused')) return undefined
  const asked = readRetryAfter(failed.retryAfter, rules.nowMs)
  if (asked !== undefined && asked > longestAskedMs) return undefined
  const backOff = Math.min(firstWaitMs * 2 ** rules.attempt, longestWaitMs)
  // Jitter, so that clients which failed together do not come back together.
  return (asked ?? 0) + backOff * (asked === undefined ? 0.5 + rules.random / 2 : rules.random / 4)
}

/** Milliseconds of a `retry-after`: seconds, or a date. */
export function readRetryAfter(
  header: string | null | undefined,
  nowMs: number,
): number | undefined {
  if (!header) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
