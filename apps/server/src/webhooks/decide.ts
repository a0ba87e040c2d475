import type { AttemptFailure } from '@sallyport/contract/webhooks'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How long after an attempt the next one comes, on average; the last one is about three days after the first. */
const waits = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  26 * hourMs,
]

/** How many times a delivery is tried. */
export const mostAttempts = waits.length + 1

/** An endpoint without a successful delivery for this long is switched off. */
export const failingForMs = 3 * 24 * hourMs

/** What an endpoint answered, or why there is no answer. */
export type WebhookAnswer = { status: number; response: string } | { failure: AttemptFailure }

/** What becomes of a delivery after an attempt. */
export type Outcome =
  | { state: 'delivered' }
  | { state: 'pending'; waitMs: number }
  | { state: 'failed'; isGone: boolean }

/**
 * Decides what becomes of a delivery.
 *
 * @param attempts  Counting this one.
 * @param chance  0 to 1: receivers that were away are not called by everyone at the same moment.
 */
export function decideOutcome(
  answer: WebhookAnswer,
  { attempts, chance }: { attempts: number; chance: number },
): Outcome {
  if ('status' in answer) {
    if (answer.status >= 200 && answer.status < 300) return { state: 'delivered' }
    if (answer.status === 410) return { state: 'failed', isGone: true }
  }
  const wait = waits[attempts - 1]
  if (wait === undefined) return { state: 'failed', isGone: false }
  return { state: 'pending', waitMs: Math.round(wait * (0.8 + 0.4 * chance)) }
}
