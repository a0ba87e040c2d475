/** Programs stop trusting a clock that differs from the database's by more than this, in milliseconds. */
const mostOffMs = 60_000

/** Readings of the own clocks, in milliseconds: `now` can be set back and forward, `elapsed` can not. */
interface OwnClocks {
  now: () => number
  elapsed: () => number
}

/** Compares the clock of this host with that of the database. */
export interface ClockOffset {
  /** Notes what the database's clock said, in Unix milliseconds, in an answer to a question that was asked at `askedMs`. */
  measured(answer: { databaseMs: number; askedMs: number }): void
  /** How far this host's clock is ahead of the database's, in milliseconds; 0 before the first answer. */
  aheadMs(): number
  /** Whether they differ by more than a minute. A jump since the last answer counts. */
  isOff(): boolean
}

const own: OwnClocks = { now: () => Date.now(), elapsed: () => performance.now() }

/** Starts with no difference. */
export function createClockOffset({ now, elapsed }: OwnClocks = own): ClockOffset {
  let ahead = 0
  /** `now` minus `elapsed` of the last answer: it changes only when `now` jumps. */
  let between = now() - elapsed()
  const aheadMs = () => ahead + (now() - elapsed() - between)
  return {
    measured: ({ databaseMs, askedMs }) => {
      const answeredMs = now()
      between = answeredMs - elapsed()
      // The database looked at its clock somewhere between question and answer.
      ahead = (askedMs + answeredMs) / 2 - databaseMs
    },
    aheadMs,
    isOff: () => Math.abs(aheadMs()) > mostOffMs,
  }
}

/**
 * Whether something of `sinceMs` counts at `nowMs`, when it counts for `forMs`. What comes from a later time does not: the clock
 * was set back meanwhile, and it would count for as long as that.
 */
export function isFresh(
  sinceMs: number | undefined,
  { nowMs, forMs }: { nowMs: number; forMs: number },
): boolean {
  return sinceMs !== undefined && nowMs >= sinceMs && nowMs - sinceMs < forMs
}
