import { expect, test } from 'vitest'
import { isolate } from './isolate.js'

test('a name is isolated, and cannot end its isolate', () => {
  expect(isolate('Acme')).toBe('\u2068Acme\u2069')
  expect(isolate('A\u2069c\u202Em\u2066e')).toBe('\u2068Acme\u2069')
})
