import { createArming } from '../confirm/arming.js'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { createPresses, type Presses } from '../confirm/press.js'
import { el } from '../confirm/screen/dom.js'
import { watchVisibility } from '../confirm/visibility.js'

/** How long a press must last. */
const holdTimeMs = 1_000

/** A button that acts when it was held down; a press from assistive technology, which can't hold, acts at once. */
interface HoldButton {
  element: HTMLButtonElement
  /** Says what keeps it from working, or nothing. */
  hint: HTMLElement
  setEnabled(isEnabled: boolean): void
  setLabel(label: string): void
  /** Another element must be fully visible from now on. */
  watch(element: Element): void
  /** Ends its listening. */
  stop(): void
}

interface HoldTexts {
  label: string
  holding: string
  covered: string
  /** Shown after a press that did not count. */
  again: string
}

/**
 * A button for what can't be taken back. It works under the rules of the confirmation (`press.ts`, `arming.ts`): fully visible for a
 * while, a press that was meant, nothing arranged around it.
 */
export function createHoldButton(
  { label: firstLabel, holding, covered, again }: HoldTexts,
  { clock, watched, onHeld }: { clock: ConfirmClock; watched: Element; onHeld: () => void },
): HoldButton {
  let label = firstLabel
  const words = el('span', {}, label)
  const element = el(
    'button',
    { type: 'button', class: 'hold primary', 'aria-disabled': 'true' },
    words,
  )
  const hint = el('p', { class: 'status', role: 'status' })
  const ending = new AbortController()
  let isEnabled = false
  let stopHold: (() => void) | undefined
  const arming = createArming(clock, () => {
    if (!arming.isArmed()) {
      release()
      presses.drop()
    }
    // What a press that came too early was told stays until the next one.
    if (!arming.isArmed()) hint.textContent = isEnabled ? covered : ''
    else if (hint.textContent === covered) hint.textContent = ''
  })
  const canHold = () => isEnabled && arming.isArmed()
  const presses = createPresses({ nowMs: () => clock.nowMs(), isArmed: canHold })

  function begin() {
    if (stopHold || !canHold()) return
    hint.textContent = ''
    element.classList.add('held')
    words.textContent = holding
    stopHold = clock.after(holdTimeMs, () => {
      release()
      // The press lasted: it counts if it was begun as one that counts.
      if (presses.click({ isTrusted: true })) onHeld()
    })
  }
  function ignore() {
    // Also before it was in full view: otherwise it looks as if nothing had happened.
    if (isEnabled) hint.textContent = again
  }
  function release() {
    stopHold?.()
    stopHold = undefined
    element.classList.remove('held')
    words.textContent = label
  }

  listenToButton(element, {
    presses,
    signal: ending.signal,
    begin,
    ignore,
    release,
    pressAtOnce: (event) => {
      if (canHold() && presses.click(event)) onHeld()
      else ignore()
    },
  })
  let watchedNow = watched
  const look = () => watchVisibility(watchedNow, (isVisible) => arming.see(isVisible))
  let stopWatching = look()
  return {
    element,
    hint,
    setEnabled(value) {
      isEnabled = value
      element.setAttribute('aria-disabled', String(!value))
    },
    setLabel(value) {
      label = value
      if (!stopHold) words.textContent = value
    },
    watch(next) {
      if (next === watchedNow) return
      watchedNow = next
      stopWatching()
      arming.see(false)
      stopWatching = look()
    },
    stop() {
      ending.abort()
      stopWatching()
      arming.stop()
      release()
    },
  }
}

/** Passes the events of window and button to `presses`, and begins and ends holds, until `signal` aborts. */
function listenToButton(
  element: HTMLButtonElement,
  {
    presses,
    signal,
    begin,
    ignore,
    release,
    pressAtOnce,
  }: {
    presses: Presses
    signal: AbortSignal
    begin: () => void
    /** A press that does not count began. */
    ignore: () => void
    release: () => void
    pressAtOnce: (event: MouseEvent) => void
  },
): void {
  const outside = { signal, capture: true }
  const isOwn = (event: Event) => event.target instanceof Node && element.contains(event.target)
  for (const kind of ['pointermove', 'pointerover'] as const)
    window.addEventListener(kind, (event) => presses.move(event), outside)
  document.documentElement.addEventListener('pointerleave', () => presses.leave(), { signal })
  window.addEventListener(
    'pointerdown',
    (event) => {
      const isMeant = presses.begin(event, isOwn(event))
      if (!isOwn(event) || event.button !== 0) return
      if (isMeant) begin()
      else ignore()
    },
    outside,
  )
  for (const kind of ['pointerup', 'pointercancel', 'keyup'] as const)
    window.addEventListener(kind, release, outside)
  window.addEventListener(
    'keydown',
    (event) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (!isOwn(event) || !isPress) return
      event.preventDefault()
      if (presses.key(event)) begin()
      else if (!event.repeat) ignore()
    },
    outside,
  )
  window.addEventListener('focus', () => presses.focus(true), { signal })
  window.addEventListener(
    'blur',
    () => {
      presses.focus(false)
      release()
    },
    { signal },
  )
  if (document.hasFocus()) presses.focus(true)
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  // A pointer's click ends a press that was too short. Assistive technology begins none.
  element.addEventListener('click', (event) => event.detail === 0 && pressAtOnce(event), { signal })
}
