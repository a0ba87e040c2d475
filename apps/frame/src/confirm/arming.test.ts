import { describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/test-clock.js'
import { createArming } from './arming.js'

function setup() {
  const clock = createTestClock()
  const changes: boolean[] = []
  const arming = createArming(clock, () => changes.push(arming.isArmed()))
  return { clock, changes, arming }
}

describe('createArming', () => {
  test('IFR-11: arms 700 ms after it became visible, not before', () => {
    const { clock, changes, arming } = setup()

    arming.see(true)
    clock.advance(699)
    expect(arming.isArmed()).toBe(false)
    clock.advance(1)

    expect(arming.isArmed()).toBe(true)
    expect(changes).toEqual([false, true])
  })

  test('IFR-10: being hidden or covered for a moment starts the time anew', () => {
    const { clock, arming } = setup()
    arming.see(true)
    clock.advance(800)

    arming.see(false)
    expect(arming.isArmed()).toBe(false)
    arming.see(true)
    clock.advance(699)
    expect(arming.isArmed()).toBe(false)
    clock.advance(1)

    expect(arming.isArmed()).toBe(true)
  })

  test('hearing again that it is visible does not start the time anew', () => {
    const { clock, arming } = setup()
    arming.see(true)
    clock.advance(500)
    arming.see(true)
    clock.advance(200)

    expect(arming.isArmed()).toBe(true)
  })

  test('never seen, never armed; once seen stays so', () => {
    const { clock, arming } = setup()
    clock.advance(10_000)
    expect([arming.isArmed(), arming.wasSeen()]).toEqual([false, false])

    arming.see(true)
    arming.see(false)

    expect(arming.wasSeen()).toBe(true)
  })

  test('a timer that comes early does not arm', () => {
    const clock = createTestClock()
    // Every timer runs 5 ms before its time.
    const hasty = { ...clock, after: (ms: number, run: () => void) => clock.after(ms - 5, run) }
    const changes: boolean[] = []
    const arming = createArming(hasty, () => changes.push(arming.isArmed()))
    arming.see(true)
    clock.advance(696)
    expect(changes).toEqual([false])

    clock.advance(20)

    expect(changes).toEqual([false, true])
  })

  test('stopped, it is not armed any more', () => {
    const { clock, arming } = setup()
    arming.see(true)
    clock.advance(700)

    arming.stop()

    expect(arming.isArmed()).toBe(false)
  })
})
