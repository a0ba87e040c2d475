/** The time by which expiry is decided. */
export interface Clock {
  /** Unix time in milliseconds. */
  nowMs(): number
}

/** A clock with an adjustable offset, for tests and the sandbox. */
export interface AdjustableClock extends Clock {
  /** Offset from the system clock, in milliseconds. */
  readonly offsetMs: number
  /** Sets the offset from the system clock, in milliseconds. */
  setOffset(offsetMs: number): void
  /** Adds `ms` milliseconds to the offset. */
  advance(ms: number): void
}

/** The system clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** Creates a clock that follows `base` with an adjustable offset. */
export function adjustableClock(base: Clock = systemClock): AdjustableClock {
  let offsetMs = 0
  return {
    get offsetMs() {
      return offsetMs
    },
    nowMs: () => base.nowMs() + offsetMs,
    setOffset: (next) => {
      offsetMs = next
    },
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

/** Creates a clock that stays at `startMs` until it is advanced. */
export function frozenClock(startMs: number): AdjustableClock {
  return adjustableClock({ nowMs: () => startMs })
}
