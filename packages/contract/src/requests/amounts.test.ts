import { describe, expect, test } from 'vitest'
import { formatAmount, roundUp, toDecimal } from './amounts.js'

describe('amounts', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [250_000_000_000_000_000n, 18, '0.25'],
    [25_000_000n, 6, '25'],
    [-5n, 1, '-0.5'],
    [7n, 0, '7'],
  ])('toDecimal(%s, %s) is %s', (units, decimals, text) => {
    expect(toDecimal(units, decimals)).toBe(text)
  })

  test('an amount is exact, never rounded to nothing, and in the reader’s notation', () => {
    const wei = (locale: string, places?: number) => ({
      decimals: 18,
      locale,
      ...(places ? { places } : {}),
    })

    expect(formatAmount(123_456_789_012_345_678_901n, wei('en'))).toBe('123.456789012345678901')
    expect(formatAmount(1n, wei('en', 6))).toBe('0.000000000000000001')
    expect(formatAmount(1_234_500_000_000_000_000_000n, wei('de'))).toBe('1.234,5')
  })

  test.each([
    [1_037_892_162_490_000n, 1_037_900_000_000_000n],
    [1_000_000n, 1_000_000n],
    [999_999_999n, 1_000_000_000n],
    [12n, 12n],
    [0n, 0n],
  ])('roundUp(%s, 5) is %s', (units, rounded) => {
    expect(roundUp(units, 5)).toBe(rounded)
  })
})
