/** A clock that stands still until it is moved. */
export interface StandingClock {
  nowMs(): number
  /** Resolves once the clock has been moved past the delay. */
  wait(delayMs: number): Promise<void>
  /** Moves on by `ms`, from one timer to the next, and lets each take effect. */
  move(ms: number): Promise<void>
}

/** Saturday, 14 March 2026, 09:30 UTC. */
const startMs = Date.UTC(2026, 2, 14, 9, 30)

/**
 * A clock for scenes and tests: every picture of a scene is of the same moment.
 *
 * @param settle  resolves when what the timers of one moment changed has been drawn.
 */
export function standingClock(settle: () => Promise<void>): StandingClock {
  let nowMs = startMs
  let waiting: { atMs: number; end: () => void }[] = []
  return {
    nowMs: () => nowMs,
    wait: (delayMs) =>
      new Promise((end) => {
        waiting.push({ atMs: nowMs + delayMs, end })
      }),
    async move(ms) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs = Math.min(endMs, ...waiting.map(({ atMs }) => Math.max(atMs, nowMs + 1)))
        const due = waiting.filter(({ atMs }) => atMs <= nowMs)
        waiting = waiting.filter(({ atMs }) => atMs > nowMs)
        for (const { end } of due) end()
        await settle()
      }
    },
  }
}
