import { describe, expect, test } from 'vitest'
import { createClockOffset, isFresh } from './clock-offset.js'

/** A host whose clocks the test moves. */
function createHost() {
  const at = { now: 1_000_000, elapsed: 50 }
  const wait = (ms: number) => {
    at.now += ms
    at.elapsed += ms
  }
  const offset = createClockOffset({ now: () => at.now, elapsed: () => at.elapsed })
  return { at, wait, offset }
}

describe('createClockOffset', () => {
  test('is the difference to the database, counted from the middle of question and answer', () => {
    const { at, wait, offset } = createHost()
    const askedMs = at.now
    wait(200)
    offset.measured({ databaseMs: 990_100, askedMs })
    wait(30_000)

    expect(offset.aheadMs()).toBe(10_000)
    expect(offset.isOff()).toBe(false)
  })

  test.each([61_000, -61_000])('notices a jump of %i ms before the next answer', (jumpMs) => {
    const { at, wait, offset } = createHost()
    offset.measured({ databaseMs: at.now, askedMs: at.now })
    wait(1_000)
    at.now += jumpMs

    expect(offset.isOff()).toBe(true)
  })

  test('a clock that was corrected is trusted from the next answer on', () => {
    const { at, wait, offset } = createHost()
    offset.measured({ databaseMs: at.now + 3_600_000, askedMs: at.now })
    expect(offset.isOff()).toBe(true)
    at.now += 3_600_000
    wait(5_000)
    offset.measured({ databaseMs: at.now, askedMs: at.now })

    expect(offset.isOff()).toBe(false)
    expect(offset.aheadMs()).toBe(0)
  })

  test('counts as right before the database has answered', () => {
    expect(createHost().offset.isOff()).toBe(false)
  })
})

describe('isFresh', () => {
  test.each([
    ['just now', 1_000, true],
    ['long ago', -9_000, false],
    ['at its end', 0, false],
    ['later than now: the clock was set back', 1_001, false],
    ['never', undefined, false],
  ])('%s', (_, sinceMs, expected) => {
    expect(isFresh(sinceMs, { nowMs: 1_000, forMs: 1_000 })).toBe(expected)
  })
})
