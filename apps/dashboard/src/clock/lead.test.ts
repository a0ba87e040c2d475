import { describe, expect, test } from 'vitest'
import { formatLead } from './lead.js'

describe('formatLead', () => {
  test.each([
    [0, ''],
    [60_000, '1 minute'],
    [3_661_000, '1 hour 1 minute'],
    [31 * 86_400_000, '31 days'],
  ])('formats %i ms as %j', (offsetMs, words) => {
    expect(formatLead(offsetMs)).toBe(words)
  })
})
