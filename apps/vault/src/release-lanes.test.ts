import { describe, expect, test } from 'vitest'
import { laneOf, limitOf } from './release-lanes.js'

const dayMs = 86_400_000

describe('laneOf', () => {
  test.each([
    [{ isGuest: true, storedAtMs: 0, nowMs: 90 * dayMs }, 'guest'],
    [{ isGuest: false, storedAtMs: 0, nowMs: dayMs - 1 }, 'new'],
    [{ isGuest: false, storedAtMs: 0, nowMs: dayMs }, 'established'],
  ] as const)('T-10: %o is %s', (key, lane) => {
    expect(laneOf(key)).toBe(lane)
  })
})

describe('limitOf', () => {
  test.each([
    ['established', 30, 30],
    ['new', 30, 10],
    ['guest', 30, 10],
    ['guest', 1, 1],
  ] as const)('T-10: %s may use of %i a minute: %i', (lane, all, limit) => {
    expect(limitOf(lane, all)).toBe(limit)
  })
})
