import { createArming } from '../arming.js'
import type { ConfirmClock } from '../confirmer.js'
import type { Words } from '../copy/load-copy.js'
import { createPresses, type PointerLike } from '../press.js'
import type { OpenQuestion } from '../prompt.js'
import { watchVisibility } from '../visibility.js'
import type { Sheet } from './draw.js'
import { watchReading } from './watch-reading.js'

/** How long the sheet may stay out of full view before it says so. */
const coveredTimeMs = 1_500

/** A question in the document. */
export interface DrawnQuestion extends OpenQuestion {
  /** Says something above its buttons. */
  say(text: string): void
}

/** Makes a drawn confirmation work: when it can be approved, and what counts as approving. */
export function behave(
  drawn: Sheet,
  deps: { clock: ConfirmClock; answer: (isApproved: boolean) => void; words: Words },
): DrawnQuestion {
  const { root, sheet, approve, hint, agreement } = drawn
  const { clock, words } = deps
  const { covered, again, agreeFirst } = words.copy
  let isOpen = true
  const ending = new AbortController()
  const { signal } = ending
  const answer = (isApproved: boolean) => {
    if (isOpen) deps.answer(isApproved)
  }
  const presses = createPresses({
    nowMs: () => clock.nowMs(),
    isArmed: () => arming.isArmed(),
  })
  let stopHint = () => {}
  const isAgreed = () => agreement === null || agreement.checked
  const change = () => {
    const canApprove = arming.isArmed() && reader.hasSeenEnd() && isAgreed()
    approve.setAttribute('aria-disabled', String(!canApprove))
    if (canApprove) hint.textContent = ''
  }
  const reader = watchReading(drawn, { signal, onChange: () => change() })
  const arming = createArming(clock, () => {
    if (!arming.isArmed()) presses.drop()
    change()
    warnLater()
  })
  const warnLater = () => {
    stopHint()
    // What a press that came too early was told stays until the next one.
    if (hint.textContent === covered) hint.textContent = ''
    if (arming.isArmed()) return
    stopHint = clock.after(coveredTimeMs, () => {
      if (!arming.isArmed()) hint.textContent = covered
    })
  }
  warnLater()
  const stopWatching = watchVisibility(sheet, (isVisible) => arming.see(isVisible))
  agreement?.addEventListener('change', change, { signal })

  // A press that does not count says why; otherwise it looks as if nothing had happened.
  const ignored = () => {
    hint.textContent = again
  }
  const pressed = () => {
    if (!reader.hasSeenEnd()) {
      reader.showMore()
      hint.textContent = words.request.readFirst
    } else if (!isAgreed()) {
      agreement?.focus()
      hint.textContent = agreeFirst
    } else answer(true)
  }
  listenToSheet(drawn, { presses, pressed, reject: () => answer(false), ignored, signal })
  return {
    wasSeen: () => arming.wasSeen(),
    say(text) {
      hint.textContent = text
    },
    close() {
      isOpen = false
      ending.abort()
      stopHint()
      stopWatching()
      arming.stop()
      reader.stop()
      root.remove()
    },
  }
}

/** Passes the events of window and buttons to `presses`, and answers what they decide, until `signal` aborts. */
function listenToSheet(
  { title, approve, refusals }: Sheet,
  {
    presses,
    pressed,
    reject,
    ignored,
    signal,
  }: {
    presses: ReturnType<typeof createPresses>
    /** Called for a press of Approve that was meant. */
    pressed: () => void
    reject: () => void
    /** Called for a click of the user that does not approve. */
    ignored: () => void
    signal: AbortSignal
  },
): void {
  const onButton = (event: Event) => event.target instanceof Node && approve.contains(event.target)
  const move = (event: PointerLike) => presses.move(event)
  const outside = { signal, capture: true }
  window.addEventListener('pointermove', move, outside)
  // Also fired for a frame that comes to lie under a pointer at rest.
  window.addEventListener('pointerover', move, outside)
  document.documentElement.addEventListener('pointerleave', () => presses.leave(), { signal })
  window.addEventListener('pointerdown', (event) => presses.begin(event, onButton(event)), outside)
  window.addEventListener('focus', () => presses.focus(true), { signal })
  window.addEventListener('blur', () => presses.focus(false), { signal })
  if (document.hasFocus()) presses.focus(true)
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') reject()
      if (onButton(event) && !presses.key(event)) event.preventDefault()
    },
    outside,
  )
  approve.addEventListener(
    'click',
    (event) => {
      if (presses.click(event)) pressed()
      else if (event.isTrusted) ignored()
    },
    { signal },
  )
  for (const refusal of refusals) {
    refusal.addEventListener('click', reject, { signal })
  }
  // The page moves the focus into the frame; inside, it belongs to the question.
  window.addEventListener(
    'focus',
    () => {
      if (document.activeElement === document.body) title.focus({ preventScroll: true })
    },
    { signal },
  )
}
