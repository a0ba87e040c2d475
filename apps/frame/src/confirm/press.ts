/** How long the pointer must have been over the frame, and the frame focused, before a press counts. */
const settleTimeMs = 500
/** How far a mouse may be from where it was last seen moving, in CSS pixels. */
const slackPx = 3

/** The parts of pointer events that are looked at. */
export interface PointerLike {
  readonly type: string
  readonly isTrusted: boolean
  readonly isPrimary: boolean
  readonly button: number
  readonly pointerType: string
  readonly clientX: number
  readonly clientY: number
  readonly screenX: number
  readonly screenY: number
}
/** The parts of key events that are looked at. */
export interface KeyLike {
  readonly isTrusted: boolean
  readonly repeat: boolean
  readonly key: string
}

/**
 * Decides whether a click on Approve was meant. A click counts when the press it ends began on the button while it was
 * armed, and nothing was arranged around it: the frame was not pushed under the pointer, the keys are not held from
 * before, the focus did not just arrive.
 */
export interface Presses {
  /** A pointer moved over the frame. */
  move(event: PointerLike): void
  /** The pointer left the frame. */
  leave(): void
  /** The frame got or lost the keyboard. */
  focus(hasFocus: boolean): void
  /** A press began, on the button or elsewhere. Whether it may press the button. */
  begin(event: PointerLike, onButton: boolean): boolean
  /** A key went down on the button. Whether it may press the button. */
  key(event: KeyLike): boolean
  /** The button was disarmed: what began before does not count. */
  drop(): void
  /** A click came. Whether it approves. */
  click(event: { readonly isTrusted: boolean }): boolean
}

interface Seen extends Pick<PointerLike, 'clientX' | 'clientY' | 'screenX' | 'screenY'> {
  sinceMs: number
}

export function createPresses(deps: { nowMs(): number; isArmed(): boolean }): Presses {
  const { nowMs, isArmed } = deps
  let seen: Seen | null = null
  let focusedSinceMs: number | null = null
  /** `none`: a click now comes from neither pointer nor key, as assistive technology makes them. */
  let press: 'none' | 'meant' | 'not-meant' = 'none'

  const hasSettled = (sinceMs: number | null) =>
    sinceMs !== null && nowMs() - sinceMs >= settleTimeMs
  const isSteady = (event: PointerLike) => {
    // A finger has no position before it touches.
    if (event.pointerType === 'touch') return true
    return (
      seen !== null &&
      hasSettled(seen.sinceMs) &&
      Math.abs(event.clientX - seen.clientX) <= slackPx &&
      Math.abs(event.clientY - seen.clientY) <= slackPx
    )
  }

  const move = (event: PointerLike) => {
    if (!event.isTrusted) return
    const { clientX, clientY, screenX, screenY } = event
    const sinceMs = seen && !hasJumped(seen, event) ? seen.sinceMs : nowMs()
    seen = { clientX, clientY, screenX, screenY, sinceMs }
  }

  return {
    move,
    leave() {
      seen = null
    },
    focus(hasFocus) {
      focusedSinceMs = hasFocus ? (focusedSinceMs ?? nowMs()) : null
    },
    begin(event, onButton) {
      const isPlain = event.isTrusted && event.isPrimary && event.button === 0
      const isMeant = onButton && isPlain && isArmed() && isSteady(event)
      press = isMeant ? 'meant' : 'not-meant'
      // Seen now: the same press half a second later is a second, deliberate one.
      move(event)
      return isMeant
    },
    key(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return true
      const isMeant = event.isTrusted && !event.repeat && isArmed() && hasSettled(focusedSinceMs)
      // A key held down repeats: it neither starts a press nor spoils the one it is part of.
      if (!event.repeat || press !== 'meant') press = isMeant ? 'meant' : 'not-meant'
      return isMeant
    },
    drop() {
      if (press === 'meant') press = 'not-meant'
    },
    click({ isTrusted }) {
      const isMeant = press === 'meant' || (press === 'none' && hasSettled(focusedSinceMs))
      if (isTrusted) press = 'none'
      return isTrusted && isMeant && isArmed()
    },
  }
}

/**
 * Whether the frame moved under the pointer: the pointer went another way over the frame than over the screen. The two
 * differ by the zoom factor, which is not exposed: a ratio between a quarter and five is taken for zoom.
 */
function hasJumped(before: Seen, now: PointerLike): boolean {
  const axes = [
    [now.clientX - before.clientX, now.screenX - before.screenX],
    [now.clientY - before.clientY, now.screenY - before.screenY],
  ] as const
  return axes.some(([over, across]) => {
    const [frame, screen] = [Math.abs(over), Math.abs(across)]
    const isOpposite = over * across < 0 && frame > slackPx && screen > slackPx
    return isOpposite || frame > 5 * screen + 8 || screen > 5 * frame + 8
  })
}
