import type { ConfirmClock } from '../confirm/confirmer.js'

/** A clock that stands still until it is moved. */
export function createTestClock(): ConfirmClock & { advance(ms: number): void } {
  const timers = new Set<{ atMs: number; run: () => void }>()
  let nowMs = 0
  return {
    nowMs: () => nowMs,
    after(ms, run) {
      const timer = { atMs: nowMs + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = [...timers].filter((each) => each.atMs <= endMs).sort(byTime)
        if (!next) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      nowMs = endMs
    },
  }
}

function byTime(a: { atMs: number }, b: { atMs: number }): number {
  return a.atMs - b.atMs
}
