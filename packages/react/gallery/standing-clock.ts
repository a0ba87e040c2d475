/** A clock that stands until it is moved, and the timers on it. */
export interface StandingClock {
  nowMs(): number
  /** Runs `run` once the clock has been moved past the delay; the returned function takes it back. */
  after(delayMs: number, run: () => void): () => void
  /** Moves on by `ms`, from one timer to the next, and lets each be drawn. */
  move(ms: number): Promise<void>
}

/** Saturday, 14 March 2026, 09:30 UTC. */
const startMs = Date.UTC(2026, 2, 14, 9, 30)

/** A clock for scenes: every picture of a scene is of the same moment. */
export function standingClock(): StandingClock {
  let nowMs = startMs
  let waiting: { atMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((each) => each !== timer)
      }
    },
    async move(ms) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs = Math.min(endMs, ...waiting.map(({ atMs }) => Math.max(atMs, nowMs + 1)))
        const due = waiting.filter(({ atMs }) => atMs <= nowMs)
        waiting = waiting.filter(({ atMs }) => atMs > nowMs)
        for (const { run } of due) run()
        await drawn()
      }
    },
  }
}

/** Resolves when what was started has been drawn; a page in the background draws nothing, and is not waited for long. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 3000)
    // A task after a frame: by then sizes have been observed, and what that changed is on its way.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
