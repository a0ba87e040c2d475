import { expect, test } from 'vitest'
import { messageLocale, storedLocale } from './message-locale.js'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ar', 'ar'],
  ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
  ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
  ['fr,ar;q=0.7,en;q=0.3', 'ar'],
  ['en;q=0.2,ar;q=0.9', 'ar'],
  ['ar;q=0,en', 'en'],
  ['*', 'en'],
  [',;q=,;;==', 'en'],
])('%s is %s', (accepted, locale) => {
  expect(messageLocale(accepted)).toBe(locale)
})

test.each([
  [null, 'en'],
  ['en', 'en'],
  ['ar', 'ar'],
  ['fr', 'en'],
])('of a row that says %s is %s', (stored, locale) => {
  expect(storedLocale(stored)).toBe(locale)
})
