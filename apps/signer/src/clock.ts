/** The time the vault judges expiry and limits by. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
}

/** A clock that can be moved; a test or the local sandbox moves it, production never does. */
export interface MovableClock extends Clock {
  /** Sets how far ahead of the system clock this one is, in milliseconds. */
  setOffsetMs(offsetMs: number): void
}

/** Gives the system's time plus an offset, which starts at zero. */
export function systemClock(): MovableClock {
  let offset = 0
  return {
    nowMs: () => Date.now() + offset,
    setOffsetMs: (offsetMs) => {
      offset = offsetMs
    },
  }
}
