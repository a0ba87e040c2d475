import { expect, test } from 'vitest'
import { parseAmount } from '../../parse-amount.js'
import { writeAmount } from './write-amount.js'

test.each([
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [2_000_000n, 6, '2'],
  [7n, 0, '7'],
  [0n, 9, '0'],
])('%d units with %d decimals are %s, and are read back', (units, decimals, text) => {
  expect(writeAmount(units, decimals)).toBe(text)
  expect(parseAmount(text, decimals)).toBe(units)
})
