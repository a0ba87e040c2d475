import { describe, expect, test } from 'vitest'
import { readMultiSend, readOperationCalls } from './operation-calls.js'

const word = (value: string | number) =>
  (typeof value === 'number' ? value.toString(16) : value).padStart(64, '0')
const bytes = (hex: string) =>
  word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const bob = 'b0'.repeat(20)
const multiSend = '38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const execute = (selector: string, target = word(bob)) =>
  `0x${selector}${target}${word(5)}${word(96)}${bytes('1234')}`
const ofSafe = (target: string, data: string, operation: number) =>
  `0x541d63c8${word(target)}${word(0)}${word(128)}${word(operation)}${bytes(data)}`
const sent = (operation: string) => `${operation}${bob}${word(5)}${word(2)}1234`
const call = { to: `0x${bob}`, valueWei: 5n, data: '0x1234' }

// That the five kinds' own encoders are read is in packages/smart-wallets.
describe('readOperationCalls', () => {
  test('one call', () => {
    expect(readOperationCalls(execute('b61d27f6'))).toEqual([call])
    expect(readOperationCalls(execute('0000189a'))).toEqual([call])
  })

  test('several calls of a Safe', () => {
    const batch = `8d80ff0a${word(32)}${bytes(sent('00') + sent('00'))}`
    expect(readOperationCalls(ofSafe(multiSend, batch, 1))).toEqual([call, call])
  })

  test.each([
    ['another function', `0xdeadbeef${word(bob)}`],
    ['no data', '0x'],
    ['a word that is not an address', execute('b61d27f6', 'f'.repeat(64))],
    ['data that is cut short', execute('b61d27f6').slice(0, -64)],
    ['an offset far away', `0xb61d27f6${word(bob)}${word(5)}${'f'.repeat(64)}`],
    ['a contract that a Safe runs as itself', ofSafe(bob, '8d80ff0a', 1)],
    [
      'one that MultiSend runs as the Safe',
      ofSafe(multiSend, `8d80ff0a${word(32)}${bytes(sent('01'))}`, 1),
    ],
    ['an unknown kind of call by a Safe', ofSafe(bob, '1234', 2)],
    ['Kernel’s delegated call', `0xe9ae5c53${'ff'.padEnd(64, '0')}${word(64)}${bytes(bob)}`],
    [
      'lists of different lengths',
      `0x18dfb3c7${word(64)}${word(128)}${word(1)}${word(bob)}${word(0)}`,
    ],
    [
      'calls that are the same bytes, together longer than the data',
      `0x34fcd5be${word(32)}${word(9)}${word(9 * 32).repeat(9)}${word(bob)}${word(0)}${word(96)}${bytes('12'.repeat(200))}`,
    ],
    ['no calls at all', `0x34fcd5be${word(32)}${word(0)}`],
    ['more calls than are read', `0x34fcd5be${word(32)}${word(51)}${word(0).repeat(51)}`],
  ])('error: %s is not known', (_, callData) => {
    expect(readOperationCalls(callData)).toBeNull()
  })
})

describe('readMultiSend', () => {
  const batch = (operation: string) => `0x8d80ff0a${word(32)}${bytes(sent(operation))}`

  test('reads a batch, and says whether the contract does just that', () => {
    expect(readMultiSend({ to: `0x${multiSend}`, data: batch('00') })).toEqual({
      calls: [call],
      isKnown: true,
    })
    expect(readMultiSend({ to: `0x${bob}`, data: batch('00') })).toEqual({
      calls: [call],
      isKnown: false,
    })
  })

  test.each([
    ['another function', `0xa9059cbb${word(bob)}${word(1)}`],
    ['no data', '0x'],
    ['one that runs code as the caller', batch('01')],
    ['data that is cut short', batch('00').slice(0, -64)],
    ['no call', `0x8d80ff0a${word(32)}${word(0)}`],
  ])('error: does not read %s', (_, data) => {
    expect(readMultiSend({ to: `0x${multiSend}`, data })).toBe(null)
  })
})
