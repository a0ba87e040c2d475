import { describe, expect, test } from 'vitest'
import { completeTransaction } from './complete-transaction.js'

const to = `0x${'ab'.repeat(20)}` as const
const filled = {
  nonce: 7n,
  gas_limit: 21_000n,
  max_fee_per_gas: 9n,
  max_priority_fee_per_gas: 2n,
  gas_price: 5n,
}

describe('completeTransaction', () => {
  test('is of type 2, with what the node says for what is missing', () => {
    expect(completeTransaction({ to, chain_id: 1n, nonce: 0n }, filled)).toEqual({
      type: 2,
      chainId: 1n,
      nonce: 0n,
      gasLimit: 21_000n,
      to,
      valueWei: 0n,
      data: '0x',
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 2n,
      accessList: [],
    })
  })

  test('takes a tip that is left out beside a given fee for zero', () => {
    expect(completeTransaction({ to, chain_id: 1n, max_fee_per_gas: 4n }, filled)).toMatchObject({
      maxFeePerGas: 4n,
      maxPriorityFeePerGas: 0n,
    })
  })

  test.each([
    [{ gas_price: 3n }, 0],
    [{ gas_price: 3n, type: 1 as const }, 1],
  ])('keeps the price of case %#', (asked, type) => {
    expect(completeTransaction({ to, chain_id: 1n, ...asked }, filled)).toMatchObject({
      type,
      gasPrice: 3n,
    })
  })

  test('carries authorizations', () => {
    const signed = { contract: to, chain_id: 1n, nonce: 1n, r: 1n, s: 2n, y_parity: 1n }

    expect(
      completeTransaction({ to, chain_id: 1n, authorization_list: [signed] }, filled),
    ).toMatchObject({ type: 4, authorizations: [{ contract: to, yParity: 1, nonce: 1n }] })
  })

  test.each([
    [{ to }, 'chain_id'],
    [{ to, chain_id: 1n, type: 2 as const, gas_price: 1n }, 'gas_price'],
    [{ to, chain_id: 1n, type: 0 as const, max_fee_per_gas: 1n }, 'max_fee_per_gas'],
    [{ to, chain_id: 1n, type: 4 as const }, 'authorization_list'],
    [{ to, chain_id: 1n, type: 2 as const, authorization_list: [] }, 'authorization_list'],
  ])('error: names what is wrong in case %#', (asked, field) => {
    expect(completeTransaction(asked, filled)).toMatchObject({ field })
  })

  test('error: misses a nonce that the node did not say', () => {
    expect(completeTransaction({ to, chain_id: 1n })).toEqual({
      field: 'nonce',
      problem: 'is missing',
    })
  })
})
