import { expect, test } from 'vitest'
import { createQuota } from './paymaster.js'

test('SMW: a loop gets one wallet’s share of the minute and nothing of the others’', () => {
  let now = 0
  const quota = createQuota(() => now)
  const loop = Array.from({ length: 1_000 }, () => quota.take('0xAA'))
  expect(loop.filter(Boolean)).toHaveLength(60)
  expect(quota.take('0xaa')).toBe(false)
  expect(quota.take('0xbb')).toBe(true)
  now = 60_000
  expect(quota.take('0xaa')).toBe(true)
})
