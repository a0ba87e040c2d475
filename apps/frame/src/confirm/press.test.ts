import { describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/test-clock.js'
import { createPresses, type KeyLike, type PointerLike } from './press.js'

const at = { clientX: 300, clientY: 500, screenX: 340, screenY: 620 }
const pointer = (change: Partial<PointerLike> = {}): PointerLike => ({
  type: 'pointerdown',
  isTrusted: true,
  isPrimary: true,
  button: 0,
  pointerType: 'mouse',
  ...at,
  ...change,
})
const key = (change: Partial<KeyLike> = {}): KeyLike => ({
  isTrusted: true,
  repeat: false,
  key: 'Enter',
  ...change,
})
const click = { isTrusted: true }

/** A frame that has been in view and focused for a second, with the pointer at rest on Approve. */
function setup() {
  const clock = createTestClock()
  const state = { isArmed: true }
  const presses = createPresses({ nowMs: clock.nowMs, isArmed: () => state.isArmed })
  presses.focus(true)
  presses.move(pointer())
  clock.advance(1_000)
  return { clock, state, presses }
}

describe('createPresses', () => {
  test('a press of mouse, finger, Enter or Space on the armed button approves', () => {
    const { presses } = setup()
    presses.begin(pointer(), true)
    expect(presses.click(click)).toBe(true)
    presses.begin(pointer({ pointerType: 'touch', clientX: 9, screenX: 40 }), true)
    expect(presses.click(click)).toBe(true)
    for (const name of ['Enter', ' ']) {
      expect(presses.key(key({ key: name }))).toBe(true)
      expect(presses.click(click)).toBe(true)
    }
  })

  test('assistive technology may click without pointer or key', () => {
    const { presses } = setup()
    expect(presses.click(click)).toBe(true)
  })

  test('IFR-11: events a script made approve nothing', () => {
    const { presses } = setup()
    expect(presses.click({ isTrusted: false })).toBe(false)
    presses.begin(pointer({ isTrusted: false }), true)
    expect(presses.click(click)).toBe(false)
    expect(presses.key(key({ isTrusted: false }))).toBe(false)
    expect(presses.click(click)).toBe(false)
  })

  test('IFR-11: a press that began before the button was armed does not count', () => {
    const { presses, state } = setup()
    state.isArmed = false
    presses.begin(pointer(), true)
    state.isArmed = true
    expect(presses.click(click)).toBe(false)

    state.isArmed = false
    expect(presses.key(key())).toBe(false)
    state.isArmed = true
    expect(presses.click(click)).toBe(false)
  })

  test('IFR-11: a key held down from elsewhere does not count, however often it repeats', () => {
    const { presses } = setup()
    for (let count = 0; count < 30; count += 1) {
      expect(presses.key(key({ repeat: true }))).toBe(false)
      expect(presses.click(click)).toBe(false)
    }
  })

  test('a key held on after a press does not spoil it', () => {
    const { presses } = setup()
    presses.key(key({ key: ' ' }))
    presses.key(key({ key: ' ', repeat: true }))
    expect(presses.click(click)).toBe(true)
  })

  test('IFR-11: keys just after the frame got the focus do not count', () => {
    const { presses, clock } = setup()
    presses.focus(false)
    presses.focus(true)
    clock.advance(499)
    expect(presses.key(key())).toBe(false)
    expect(presses.click(click)).toBe(false)
    expect(presses.click(click)).toBe(false)
    clock.advance(1)
    expect(presses.key(key())).toBe(true)
    expect(presses.click(click)).toBe(true)
  })

  test('IFR-10: being covered between press and click undoes the press', () => {
    const { presses, state } = setup()
    presses.begin(pointer(), true)
    state.isArmed = false
    presses.drop()
    state.isArmed = true
    expect(presses.click(click)).toBe(false)
  })

  test('IFR-10: a frame pushed under a resting mouse takes no press, half a second later it does', () => {
    const { presses, clock } = setup()
    // The pointer has not moved on the screen; the frame has, by 200 pixels.
    const pushed = { clientX: at.clientX - 200 }
    presses.begin(pointer(pushed), true)
    expect(presses.click(click)).toBe(false)
    clock.advance(499)
    presses.begin(pointer(pushed), true)
    expect(presses.click(click)).toBe(false)
    clock.advance(500)
    presses.begin(pointer(pushed), true)
    expect(presses.click(click)).toBe(true)
  })

  test('IFR-10: a mouse that was not over the frame before takes half a second', () => {
    const { presses, clock } = setup()
    presses.leave()
    presses.move(pointer({ type: 'pointerover' }))
    clock.advance(100)
    presses.begin(pointer(), true)
    expect(presses.click(click)).toBe(false)
  })

  test.each([0.5, 1, 1.25, 3])(
    'a mouse that moves over a page zoomed %f times is steady',
    (zoom) => {
      const { presses, clock } = setup()
      for (let step = 1; step <= 10; step += 1) {
        clock.advance(10)
        const place = { clientX: 300 - step * 8, clientY: 500 + step * 6 }
        presses.move(
          pointer({
            ...place,
            screenX: Math.round(340 - step * 8 * zoom),
            screenY: Math.round(620 + step * 6 * zoom),
          }),
        )
      }
      presses.begin(pointer({ clientX: 220, clientY: 560, screenX: 340, screenY: 620 }), true)
      expect(presses.click(click)).toBe(true)
    },
  )

  test.each([
    ['beside the button', {}, false],
    ['of another button of the mouse', { button: 2 }, true],
    ['of a second finger', { isPrimary: false, pointerType: 'touch' }, true],
  ])('a press %s does not count', (_, change, onButton) => {
    const { presses } = setup()
    presses.begin(pointer(change), onButton)
    expect(presses.click(click)).toBe(false)
  })

  test('other keys do nothing', () => {
    const { presses } = setup()
    expect(presses.key(key({ key: 'Tab' }))).toBe(true)
  })
})
