import { checksumAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readTransaction as read } from './ethereum-fields.js'

const readTransaction = (given: Record<string, unknown>) => read(given, checksumAddress)

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const key = `0x${'01'.repeat(32)}`

describe('readTransaction', () => {
  test.each([
    [{ to }, { to }],
    [{ to: to.toLowerCase() }, { to }],
    [{ to: ` ${to}\n` }, { to }],
    [
      { to, value: '0xde0b6b3a7640000' },
      { to, value: 10n ** 18n },
    ],
    [
      { to, value: '1000000000000000000' },
      { to, value: 10n ** 18n },
    ],
    [
      { to, value: 7 },
      { to, value: 7n },
    ],
    [
      { to, value: '0x' },
      { to, value: 0n },
    ],
    [{ to, value: null, nonce: null, type: null, data: null }, { to }],
    [
      { to, gasLimit: '21000' },
      { to, gas: 21000n },
    ],
    [
      { to, gas: 30000n, gasLimit: 21000n },
      { to, gas: 30000n },
    ],
    [
      { to, input: '0xAB' },
      { to, data: '0xAB' },
    ],
    [
      { to, data: '0xab', input: '0xab' },
      { to, data: '0xab' },
    ],
    [{ data: '0x00' }, { data: '0x00' }],
    [
      { to, type: 'eip1559', nonce: '0x5' },
      { to, type: 2, nonce: 5 },
    ],
    [
      { to, accessList: [{ address: to, storageKeys: [key] }] },
      { to, accessList: [{ address: to, storageKeys: [key] }] },
    ],
  ])('reads %o', (given, expected) => {
    const fields = readTransaction(given)

    expect(fields).toEqual(expected)
    expect(readTransaction({ ...fields })).toEqual(fields)
  })

  test.each([
    // The checksum spelling ends in 11cE.
    ['0x00000000000000000000000000000000000A11ce'],
    [to.toUpperCase().replace('0X', '0x')],
    [`0X${to.slice(2)}`],
    [to.slice(0, -1)],
    [`${to}0`],
    ['vitalik.eth'],
    [''],
    [{}],
    [123],
  ])('error: the recipient %o is not an address', (recipient) => {
    expect(() => readTransaction({ to: recipient })).toThrow(
      expect.objectContaining({ code: -32602, message: 'Invalid Ethereum address' }),
    )
  })

  test.each([
    ['to', { value: 1 }],
    ['to', { data: '0x' }],
    ['value', { to, value: '1 ether' }],
    ['value', { to, value: '1.5' }],
    ['value', { to, value: 1.5 }],
    ['value', { to, value: -1 }],
    ['value', { to, value: -1n }],
    ['value', { to, value: '' }],
    ['value', { to, value: ' 1' }],
    ['value', { to, value: '0b11' }],
    ['value', { to, value: 1e18 }],
    ['value', { to, value: Number.NaN }],
    ['value', { to, value: true }],
    ['value', { to, value: {} }],
    ['value', { to, value: 1n << 256n }],
    ['data', { to, data: 'hello' }],
    ['data', { to, data: '0xabc' }],
    ['data', { to, data: [1] }],
    ['data', { to, data: '0xab', input: '0xcd' }],
    ['nonce', { to, nonce: {} }],
    ['nonce', { to, nonce: 2n ** 60n }],
    ['gas', { to, gasLimit: 'lots' }],
    ['type', { to, type: 9 }],
    ['type', { to, type: 'constructor' }],
    ['gasPrice', { to, gasPrice: 1, maxFeePerGas: 1 }],
    ['accessList', { to, accessList: 'all' }],
    ['accessList', { to, accessList: [null] }],
    ['accessList', { to, accessList: [{ address: to, storageKeys: ['0x01'] }] }],
  ])('error: names %s when it cannot be read', (field, given) => {
    expect(() => readTransaction(given)).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining(field) }),
    )
  })
})
