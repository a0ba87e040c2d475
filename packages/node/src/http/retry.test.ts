import { describe, expect, test } from 'vitest'
import { type Repeats, readRetryAfter, waitBeforeRetry } from './retry.js'

const rules = { attempt: 0, maxRetries: 2, nowMs: 0, random: 1 } as const
const statuses = [undefined, 400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 501, 502, 503, 504]
const repeated = (repeats: Repeats) =>
  statuses.filter((status) => waitBeforeRetry({ status }, { ...rules, repeats }) !== undefined)

describe('waitBeforeRetry', () => {
  test.each<[Repeats, readonly (number | undefined)[]]>([
    ['safe', [undefined, 408, 425, 429, 500, 502, 503, 504]],
    ['keyed', [undefined, 408, 425, 429, 500, 502, 503, 504]],
    ['refused', [429]],
  ])('%s calls are repeated after %j', (repeats, expected) => {
    expect(repeated(repeats)).toEqual(expected)
  })

  test('waits longer each time, and not after the last retry', () => {
    const waits = [0, 1, 2].map((attempt) =>
      waitBeforeRetry({ status: 503 }, { ...rules, attempt, repeats: 'safe' }),
    )
    expect(waits).toEqual([500, 1_000, undefined])
  })

  test('the wait has jitter of a half', () => {
    expect(waitBeforeRetry({ status: 503 }, { ...rules, random: 0, repeats: 'safe' })).toBe(250)
  })

  test('never comes back before the time that the server asks for', () => {
    const failed = { status: 429, retryAfter: '7' }
    for (const random of [0, 0.5, 1])
      expect(
        waitBeforeRetry(failed, { ...rules, random, repeats: 'refused' }),
      ).toBeGreaterThanOrEqual(7_000)
  })

  test('error: a wait of more than 30 s is left to the caller', () => {
    const failed = { status: 429, retryAfter: '31' }
    expect(waitBeforeRetry(failed, { ...rules, repeats: 'safe' })).toBeUndefined()
  })
})

test.each([
  ['12', 12_000],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 5_000],
  ['nonsense', undefined],
  [null, undefined],
])('readRetryAfter reads %j', (header, expected) => {
  expect(readRetryAfter(header, 0)).toBe(expected)
})
