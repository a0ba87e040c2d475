import { describe, expect, test } from 'vitest'
import {
  readTypedData as read,
  type TypedDataInput,
  type TypedField,
  typedDataReadingLimits,
} from './typed-data.js'

const readTypedData = (data: TypedDataInput) => read({ checksum: (address) => address }, data)

const field = (text: string) => {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}
const permit = (message: Record<string, unknown>): TypedDataInput => ({
  domain: { name: 'USD Coin', verifyingContract: '0xa' },
  primaryType: 'Permit',
  types: {
    Permit: ['owner address', 'spender address', 'value uint256', 'deadline uint256'].map(field),
  },
  message,
})

describe('readTypedData', () => {
  test('shows fields in the order of their type and marks money', () => {
    const { tree, domain } = readTypedData(
      permit({ spender: '0xb', value: '5', owner: '0xc', deadline: 1 }),
    )

    expect(tree.map((node) => [node.name, node.content, node.isMoney])).toEqual([
      ['owner', '0xc', false],
      ['spender', '0xb', true],
      ['value', '5', true],
      ['deadline', '1', true],
    ])
    expect(domain.map(({ content }) => content)).toEqual(['USD Coin', '0xa'])
  })

  test('follows structs and lists', () => {
    const { tree, meaning } = readTypedData({
      domain: {},
      primaryType: 'Mail',
      types: { Person: [field('name string')], Mail: ['to Person[]', 'text string'].map(field) },
      message: { to: [{ name: 'Bob' }], text: 'Hi' },
    })

    const people = tree[0]!.content as TypedField[]
    const [first] = people
    expect(first).toMatchObject({
      name: '1',
      type: 'Person',
      content: [{ name: 'name', content: 'Bob' }],
    })
    expect(meaning).toBeNull()
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a sum until a day',
      { spender: '0xb', value: '5', deadline: '1893456000' },
      { spender: '0xb', units: 5n, expires: 1893456000n },
    ],
    [
      'everything for good',
      {
        spender: '0xb',
        value: (2n ** 256n - 1n).toString(),
        deadline: (2n ** 256n - 1n).toString(),
      },
      { spender: '0xb', units: 'unlimited', expires: 'never' },
    ],
    [
      'all or nothing',
      { spender: '0xb', allowed: true, expiry: 0 },
      { spender: '0xb', units: 'unlimited', expires: 0n },
    ],
    [
      'nested details',
      { spender: '0xb', details: { amount: 7, expiration: 9 }, sigDeadline: 3 },
      { spender: '0xb', units: 7n, expires: 9n },
    ],
  ])('picks out a permission: %s', (_, message, expected) => {
    const { spender, units, expires } = expected
    expect(readTypedData(permit(message)).meaning).toMatchObject({
      kind: 'allowance',
      spender,
      amounts: [{ units }],
      expires,
    })
  })

  test('a type that contains itself ends', () => {
    const loop: Record<string, unknown> = {}
    let inner = loop
    for (let depth = 0; depth < 50; depth += 1) {
      const next = {}
      inner.next = next
      inner = next
    }
    const data: TypedDataInput = {
      domain: {},
      primaryType: 'Loop',
      types: { Loop: [field('next Loop')] },
      message: loop,
    }

    expect(JSON.stringify(readTypedData(data)).length).toBeLessThan(3000)
    expect(readTypedData(data).isComplete).toBe(false)
  })

  test('a Seaport order: what is given, what is taken, by whom', () => {
    const item = (itemType: number, token: string, amount: string, identifier = '0') => ({
      ...{ itemType, token, identifierOrCriteria: identifier },
      ...{ startAmount: amount, endAmount: amount },
    })
    const data: TypedDataInput = {
      domain: { name: 'Seaport' },
      primaryType: 'OrderComponents',
      types: { OrderComponents: [] },
      message: {
        offer: [item(2, '0xnft', '1', '77')],
        consideration: [{ ...item(0, '0x0', '900'), recipient: '0xme' }],
        endTime: '1893456000',
      },
    }

    expect(readTypedData(data).meaning).toEqual({
      kind: 'order',
      gives: [{ token: '0xnft', units: 1n, tokenId: 77n }],
      gets: [{ token: null, units: 900n, tokenId: null, to: '0xme' }],
      expires: 1_893_456_000n,
    })
  })

  test('T-34: reads as many values as a wallet would hash, and says when there are more', () => {
    const list = (length: number): TypedDataInput => ({
      domain: {},
      primaryType: 'List',
      types: { List: [field('items bool[]')] },
      message: { items: Array<boolean>(length).fill(true) },
    })

    expect(readTypedData(list(typedDataReadingLimits.values - 1)).isComplete).toBe(true)
    expect(readTypedData(list(100_000))).toMatchObject({ isComplete: false })
  })
})
