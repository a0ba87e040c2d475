import { describe, expect, test } from 'vitest'
import { type Node, readTypedData, type TypedData } from './read-typed-data.js'

const field = (text: string) => {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}
const permit = (message: Record<string, unknown>): TypedData => ({
  domain: { name: 'USD Coin', verifyingContract: '0xa' },
  primaryType: 'Permit',
  types: {
    Permit: ['owner address', 'spender address', 'value uint256', 'deadline uint256'].map(field),
  },
  message,
})

describe('readTypedData', () => {
  test('shows fields in the order of their type and marks money', () => {
    const { tree, domain, contract } = readTypedData(
      permit({ spender: '0xb', value: '5', owner: '0xc', deadline: 1 }),
    )

    expect(tree.map((node) => [node.name, node.content, node.isMoney])).toEqual([
      ['owner', '0xc', false],
      ['spender', '0xb', true],
      ['value', '5', true],
      ['deadline', '1', true],
    ])
    expect([domain, contract]).toEqual(['USD Coin', '0xa'])
  })

  test('follows structs and lists', () => {
    const { tree, permission } = readTypedData({
      domain: {},
      primaryType: 'Mail',
      types: { Person: [field('name string')], Mail: ['to Person[]', 'text string'].map(field) },
      message: { to: [{ name: 'Bob' }], text: 'Hi' },
    })

    const people = tree[0]!.content as Node[]
    const [first] = people
    expect(first).toMatchObject({ name: '1', content: [{ name: 'name', content: 'Bob' }] })
    expect(permission).toBeNull()
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    [
      'a sum until a day',
      { spender: '0xb', value: '5', deadline: '1893456000' },
      { spender: '0xb', amount: '5', expires: 1893456000 },
    ],
    [
      'everything for good',
      {
        spender: '0xb',
        value: (2n ** 256n - 1n).toString(),
        deadline: (2n ** 256n - 1n).toString(),
      },
      { spender: '0xb', amount: 'unlimited', expires: 'never' },
    ],
    [
      'all or nothing',
      { spender: '0xb', allowed: true, expiry: 0 },
      { spender: '0xb', amount: 'unlimited', expires: 0 },
    ],
    [
      'nested details',
      { spender: '0xb', details: { amount: 7, expiration: 9 }, sigDeadline: 3 },
      { spender: '0xb', amount: '7', expires: 9 },
    ],
  ])('picks out a permission: %s', (_, message, permission) => {
    expect(readTypedData(permit(message)).permission).toEqual(permission)
  })

  test('a type that contains itself ends', () => {
    const loop: Record<string, unknown> = {}
    let inner = loop
    for (let depth = 0; depth < 50; depth += 1) {
      const next = {}
      inner.next = next
      inner = next
    }
    const data: TypedData = {
      domain: {},
      primaryType: 'Loop',
      types: { Loop: [field('next Loop')] },
      message: loop,
    }

    expect(JSON.stringify(readTypedData(data)).length).toBeLessThan(3000)
  })
})
