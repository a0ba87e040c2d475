import type { Account } from '@sallyport/core'
import { expect, test } from 'vitest'
import { linkedDate } from './linked-date.js'

const account = (first: Date | null, latest: Date) =>
  ({ type: 'email', firstVerifiedAt: first, verifiedAt: latest }) as unknown as Account // the rest is not read

test('says when an account was linked, and nothing where that was not recorded', () => {
  expect(linkedDate(account(new Date('2026-05-01T12:00:00Z'), new Date()), 'en')).toBe(
    'May 1, 2026',
  )
  expect(linkedDate(account(null, new Date('2026-05-02T12:00:00Z')), 'en')).toBe('May 2, 2026')
  expect(linkedDate(account(new Date(0), new Date(0)), 'en')).toBeNull()
  expect(linkedDate(account(null, new Date(Number.NaN)), 'en')).toBeNull()
})
