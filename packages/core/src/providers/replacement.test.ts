import { describe, expect, test } from 'vitest'
import {
  type AskNode,
  findReplacement,
  type ListedTransaction,
  replacementReason,
} from './replacement.js'

const from = '0xAbCdEf0000000000000000000000000000000001'
const to = '0x0000000000000000000000000000000000000002'
const sent = { hash: '0xa', from, nonce: 7, to, value: 5n, data: '0x12' }
const listed = (changes: Partial<ListedTransaction>): ListedTransaction => ({
  hash: '0xb',
  from: from.toLowerCase(),
  nonce: '0x7',
  to,
  value: '0x5',
  input: '0x12',
  ...changes,
})

/** A node with these blocks, the newest last, and this many transactions of the wallet in them. */
function nodeOf(count: number, ...blocks: ListedTransaction[][]): AskNode {
  return async (method, [which]) => {
    if (method === 'eth_getTransactionCount') return `0x${count.toString(16)}`
    const number = which === 'latest' ? blocks.length - 1 : Number(which)
    const transactions = blocks[number]
    return transactions ? { number: `0x${number.toString(16)}`, transactions } : null
  }
}

describe('findReplacement', () => {
  test('finds the transaction with the same nonce, some blocks back', async () => {
    const other = listed({ hash: '0xc', from: to })
    const found = await findReplacement(nodeOf(8, [], [listed({})], [other], []), sent)

    expect(found?.hash).toBe('0xb')
  })

  test.each([
    ['the nonce is free', nodeOf(7, [])],
    ['the transaction itself is in a block', nodeOf(8, [listed({ hash: '0xA' })])],
    ['the block is further back than it looks', nodeOf(8, [listed({})], ...Array(20).fill([]))],
    ['the node does not answer', async () => null],
    ['the node answers nonsense', async () => ({ number: 1, transactions: 'none' })],
    ['a block lists nonsense', nodeOf(8, [null, {}, 'x'] as never)],
  ] as const)('finds nothing: %s', async (_name, ask) => {
    expect(await findReplacement(ask, sent)).toBeNull()
  })
})

describe('replacementReason', () => {
  test.each([
    ['the same call at another price', {}, 'repriced'],
    ['its own address in other letters', { to: to.toUpperCase() }, 'repriced'],
    ['nothing to oneself', { to: from.toLowerCase(), value: '0x0', input: '0x' }, 'cancelled'],
    ['something to oneself', { to: from.toLowerCase(), value: '0x1' }, 'replaced'],
    ['another amount', { value: '0x6' }, 'replaced'],
    ['another call', { input: '0x13' }, 'replaced'],
    ['a new contract', { to: null }, 'replaced'],
  ] as const)('%s', (_name, changes, reason) => {
    expect(replacementReason(sent, listed(changes))).toBe(reason)
  })

  test('a transaction without recipient, value or data is repriced by one without them', () => {
    const bare = { hash: '0xa', from, nonce: 7 }

    expect(replacementReason(bare, listed({ to: null, value: '0x0', input: '0x' }))).toBe(
      'repriced',
    )
  })
})
