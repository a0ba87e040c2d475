import { describe, expect, test } from 'vitest'
import { lead } from './lead.js'

describe('lead', () => {
  test.each([
    [0, ''],
    [60_000, '1 minute'],
    [3_661_000, '1 hour 1 minute'],
    [31 * 86_400_000, '31 days'],
  ])('says %i ms as %j', (offsetMs, words) => {
    expect(lead(offsetMs)).toBe(words)
  })
})
