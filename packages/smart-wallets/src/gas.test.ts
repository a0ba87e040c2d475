import { describe, expect, test } from 'vitest'
import { addFeeBuffer, checkFees, priceMethodOf } from './gas.js'

const chain = { maxFeePerGas: 200n, maxPriorityFeePerGas: 10n }

describe('what an operation pays for its gas (specification §9)', () => {
  test.each([
    ['https://bundler.example.com/rpc', { maxFeePerGas: 300n, maxPriorityFeePerGas: 15n }],
    [
      'https://api.developer.coinbase.com/rpc/v1/base/key',
      { maxFeePerGas: 350n, maxPriorityFeePerGas: 17n },
    ],
    // Only the host counts.
    [
      'https://bundler.example.com/?x=api.developer.coinbase.com',
      { maxFeePerGas: 300n, maxPriorityFeePerGas: 15n },
    ],
  ])('at %s is the chain’s price with a buffer', (url, fees) => {
    expect(addFeeBuffer(chain, url)).toEqual(fees)
  })

  test.each([
    'https://api.pimlico.io/v2/8453/rpc?apikey=a',
    'https://public.pimlico.io/v2/8453/rpc',
    'http://localhost:4337/rpc',
    'http://[::1]:4337/rpc',
  ])('at %s is the bundler’s own price', (url) => {
    expect(priceMethodOf(url)).toBe('pimlico_getUserOperationGasPrice')
  })

  test.each([
    'https://api.developer.coinbase.com/rpc',
    'https://api.pimlico.io.example.com/rpc',
    'https://bundler.example.com/api.pimlico.io',
  ])('%s names no price of its own', (url) => {
    expect(priceMethodOf(url)).toBeNull()
  })

  test('error: SMW-04: a price that no chain asks, and a tip above the price, are refused', () => {
    const dear = { ...chain, maxFeePerGas: 10n ** 14n + 1n }
    expect(() => checkFees(dear)).toThrow(RangeError)
    expect(() => checkFees({ ...chain, maxPriorityFeePerGas: 201n })).toThrow(RangeError)
    expect(checkFees(chain)).toBe(chain)
  })
})
