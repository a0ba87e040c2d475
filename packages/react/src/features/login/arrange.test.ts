import { describe, expect, test } from 'vitest'
import { arrange } from './arrange.js'

const rows = ['sms', 'guest', 'google', 'discord', 'twitter', 'github'] as const

describe('arrange', () => {
  test('three rows are shown, the one used last first', () => {
    expect(arrange(rows, { last: 'github', overflow: null })).toEqual({
      shown: ['github', 'sms', 'guest'],
      more: ['google', 'discord', 'twitter'],
    })
  })

  test('a single row is not hidden', () => {
    expect(arrange(rows.slice(0, 4), { last: null, overflow: null }).more).toEqual([])
  })

  test('the app’s own order stands, and the method used last is shown', () => {
    const overflow = ['twitter', 'github'] as const
    expect(arrange(rows, { last: 'github', overflow })).toEqual({
      shown: ['sms', 'guest', 'google', 'discord', 'github'],
      more: ['twitter'],
    })
  })
})
