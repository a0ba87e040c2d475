import { describe, expect, test } from 'vitest'
import { unusualFields } from './unusual-fields.js'

const gwei = 10n ** 9n
const usual = { maxFeeWei: 21_000n * 30n * gwei, gasLimit: 21_000n, nonce: 7n }

describe('T-38: what a lying node may answer', () => {
  test.each([
    ['a usual transaction', {}, []],
    ['a free network', { maxFeeWei: 0n }, []],
    ['a price of 10^30 wei', { maxFeeWei: 21_000n * 10n ** 30n }, ['fee']],
    ['a price just below 10,000 gwei', { maxFeeWei: 21_000n * (10_000n * gwei - 1n) }, []],
    ['a price of 10,000 gwei', { maxFeeWei: 21_000n * 10_000n * gwei }, ['fee']],
    [
      'a fee of a whole coin at a usual price',
      { maxFeeWei: 10n ** 18n, gasLimit: 10_000_000n },
      ['fee'],
    ],
    ['10^9 gas', { gasLimit: 10n ** 9n }, ['gas']],
    ['a nonce of 10^9', { nonce: 10n ** 9n }, ['nonce']],
    [
      'all at once',
      { maxFeeWei: 10n ** 39n, gasLimit: 10n ** 9n, nonce: 10n ** 9n },
      ['fee', 'gas', 'nonce'],
    ],
  ])('%s', (_name, fields, expected) => {
    expect(unusualFields({ ...usual, ...fields })).toEqual(expected)
  })
})
