/** The time every expiry decision uses. */
export interface Clock {
  /** Unix time in milliseconds. */
  nowMs(): number
}

/** A clock that can be moved, for tests and the sandbox. */
export interface AdjustableClock extends Clock {
  /** How far ahead of the machine's clock this one is. */
  readonly offsetMs: number
  /** Sets the distance to the machine's clock, in milliseconds. */
  setOffset(offsetMs: number): void
  /** Moves on by `ms` milliseconds. */
  advance(ms: number): void
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** A clock that follows `base` at a distance that can be changed. */
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

/** A clock that stands at `startMs` until it is advanced. */
export function frozenClock(startMs: number): AdjustableClock {
  return adjustableClock({ nowMs: () => startMs })
}
