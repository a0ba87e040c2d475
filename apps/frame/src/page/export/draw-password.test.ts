import { describe, expect, test } from 'vitest'
import { judgePassword } from './draw-password.js'

describe('judgePassword', () => {
  test.each([
    ['ready', 'twelve chars', 'twelve chars'],
    ['ready', '水水水水水水水水火土金木', '水水水水水水水水火土金木'],
    ['shortPassword', 'eleven char', 'eleven char'],
    // Ten letters of two UTF-16 units each.
    ['shortPassword', '😀'.repeat(10), '😀'.repeat(10)],
    ['simplePassword', 'aaaaaaaaaaaa', 'aaaaaaaaaaaa'],
    ['otherPassword', 'twelve chars', 'twelve chark'],
    ['otherPassword', 'twelve chars', ''],
  ])('%s: %s, %s', (judged, password, repeated) => {
    expect(judgePassword({ password, repeated })).toBe(judged)
  })
})
