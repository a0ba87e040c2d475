import { expect, test } from 'vitest'
import { shorten } from './shorten.js'

test('addresses keep their ends', () => {
  expect(shorten('0x12fB6f1C8bE0f0cB6a3e0b7A1D0fCe3d5C6f9aB4')).toBe('0x12f…9aB4')
  expect(shorten('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toBe('7EcD…FLtV')
  expect(shorten('0x1234')).toBe('0x1234')
})
