/** The time by which the vault decides expiry and limits. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
}

/** A clock that tests and the local sandbox can move. */
interface MovableClock extends Clock {
  /** Sets how far ahead of the system clock this one is, in milliseconds. */
  setOffsetMs(offsetMs: number): void
}

/** The system's time plus an offset that starts at zero. */
export function systemClock(): MovableClock {
  let offset = 0
  return {
    nowMs: () => Date.now() + offset,
    setOffsetMs: (offsetMs) => {
      offset = offsetMs
    },
  }
}
