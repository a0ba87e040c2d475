import { describe, expect, test } from 'vitest'
import { createKnownNames } from './known-names.js'

const nowMs = Date.UTC(2030, 0, 1)

describe('createKnownNames', () => {
  test('knows a name until its moment, the latest of those that were said', () => {
    const names = createKnownNames()
    names.remember('one', nowMs + 2)
    names.remember('one', nowMs + 1)
    names.remember('for good', null)

    expect(['one', 'for good', 'other'].map((name) => names.knows(name, nowMs + 1))).toEqual([
      ...[true, true, false],
    ])
    expect(['one', 'for good'].map((name) => names.knows(name, nowMs + 2))).toEqual([false, true])
  })

  test('keeps the names that were remembered last', () => {
    const names = createKnownNames({ most: 2 })
    for (const name of ['one', 'two', 'one', 'three']) names.remember(name, null)

    const known = ['one', 'two', 'three'].filter((name) => names.knows(name, nowMs))
    expect(known).toEqual(['one', 'three'])
  })
})
