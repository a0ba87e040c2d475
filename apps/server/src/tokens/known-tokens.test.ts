import { describe, expect, test } from 'vitest'
import { createKnownTokens } from './known-tokens.js'

describe('known tokens', () => {
  test('know what was added, to the last character', () => {
    const known = createKnownTokens(2)
    known.add('a.b.c')

    expect(known.has('a.b.c')).toBe(true)
    expect(known.has('a.b.d')).toBe(false)
    expect(known.has('a.b.c ')).toBe(false)
  })

  test('forget the oldest when there are too many', () => {
    const known = createKnownTokens(2)
    for (const token of ['one', 'two', 'three']) known.add(token)

    expect(['one', 'two', 'three'].map((token) => known.has(token))).toEqual([false, true, true])
  })

  test('a token that comes again pushes no other out', () => {
    const known = createKnownTokens(2)
    for (const token of ['one', 'two', 'two']) known.add(token)

    expect(known.has('one')).toBe(true)
  })
})
