import { ApiError } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { requireSpelledAddresses } from './require-spelled.js'

// An example of EIP-55, and itself with the case of one letter changed.
const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

function fieldOf(body: unknown): unknown {
  try {
    requireSpelledAddresses(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect([error.code, error.message]).toEqual(['invalid_data', 'Invalid Ethereum address'])
    return error.data?.field
  }
  return null
}

describe('an address whose letter case contradicts its checksum', () => {
  test.each([
    ['a recipient', { params: { transaction: { to: wrong } } }, 'params.transaction.to'],
    ['a call', { params: { calls: [{ to: right }, { to: wrong }] } }, 'params.calls[1].to'],
    ['a transfer', { destination: { address: wrong } }, 'destination.address'],
    ['a token', { source: { asset_address: wrong } }, 'source.asset_address'],
    [
      'a condition',
      { rules: [{ conditions: [{ value: [right, wrong] }] }] },
      'rules[0].conditions[0].value[1]',
    ],
    ['an item of a set', [{ value: wrong }], '[0].value'],
  ])('error: %s', (_, body, field) => {
    expect(fieldOf(body)).toBe(field)
  })

  test.each([
    ['its spelling', { to: right }],
    ['lower case', { to: wrong.toLowerCase() }],
    ['upper case', { to: `0x${wrong.slice(2).toUpperCase()}` }],
    ['a message', { params: { message: wrong } }],
    ['typed data', { params: { typed_data: { message: { to: wrong } } } }],
    ['a name', { name: wrong }],
    ['another length', { to: wrong.slice(0, -1) }],
    ['no body', undefined],
  ])('edge: %s is let in', (_, body) => {
    expect(fieldOf(body)).toBeNull()
  })
})
