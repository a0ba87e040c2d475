import type { ConfirmClock } from './confirmer.js'

/** How long a confirmation must have been fully visible before it can be approved. */
const armingTimeMs = 700

/** Whether a confirmation can be approved now: it has been fully visible for 700 ms without a break. */
interface Arming {
  isArmed(): boolean
  /** Whether it has been visible at all. */
  wasSeen(): boolean
  /** Takes what the observer says; every change starts the time anew. */
  see(isVisible: boolean): void
  stop(): void
}

/** @param onChange  Called when `isArmed` has changed. */
export function createArming(clock: ConfirmClock, onChange: () => void): Arming {
  let visibleSinceMs: number | null = null
  let wasSeen = false
  let cancel = () => {}
  const arming: Arming = {
    isArmed: () => visibleSinceMs !== null && clock.nowMs() - visibleSinceMs >= armingTimeMs,
    wasSeen: () => wasSeen,
    see(isVisible) {
      if (isVisible === (visibleSinceMs !== null)) return
      cancel()
      wasSeen ||= isVisible
      visibleSinceMs = isVisible ? clock.nowMs() : null
      if (isVisible) wait(armingTimeMs)
      onChange()
    },
    stop() {
      cancel()
      visibleSinceMs = null
    },
  }
  return arming

  /** Timers may come a little early: the clock has the last word. */
  function wait(ms: number) {
    cancel = clock.after(ms, () => (arming.isArmed() ? onChange() : wait(20)))
  }
}
