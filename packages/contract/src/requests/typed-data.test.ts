import { describe, expect, test } from 'vitest'
import {
  readTypedData as read,
  type TypedDataInput,
  type TypedField,
  typedDataReadingLimits,
} from './typed-data.js'
import { givesControl } from './typed-data-meaning.js'

const readTypedData = (data: TypedDataInput) => read({ checksum: (address) => address }, data)

const field = (text: string) => {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}
const permit = (
  message: Record<string, unknown>,
  types: TypedDataInput['types'] = {},
): TypedDataInput => ({
  domain: { name: 'USD Coin', verifyingContract: '0xa' },
  primaryType: 'Permit',
  types: {
    Permit: ['owner address', 'spender address', 'value uint256', 'deadline uint256'].map(field),
    ...types,
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
    const { tree, meanings } = readTypedData({
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
    expect(meanings).toEqual([])
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
      { spender: '0xb', units: 'unlimited', expires: 'never' },
    ],
    [
      'nested details',
      { spender: '0xb', details: { amount: 7, expiration: 9 }, sigDeadline: 3 },
      { spender: '0xb', units: 7n, expires: 9n },
    ],
  ])('picks out a permission: %s', (_, message, expected) => {
    const { spender, units, expires } = expected
    const fields = ['spender', 'value', 'deadline', 'allowed', 'expiry', 'sigDeadline']
    const Permit = [...fields.map((name) => field(`${name} uint256`)), field('details Details')]
    const Details = ['amount uint160', 'expiration uint48'].map(field)
    expect(readTypedData(permit(message, { Permit, Details })).meanings[0]).toMatchObject({
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
      types: {
        OrderComponents: ['offer Item[]', 'consideration Item[]', 'endTime uint256'].map(field),
        Item: [
          ...['itemType uint8', 'token address', 'identifierOrCriteria uint256'],
          ...['startAmount uint256', 'endAmount uint256', 'recipient address'],
        ].map(field),
      },
      message: {
        offer: [item(2, '0xnft', '1', '77')],
        consideration: [{ ...item(0, '0x0', '900'), recipient: '0xme' }],
        endTime: '1893456000',
      },
    }

    expect(readTypedData(data).meanings[0]).toEqual({
      kind: 'order',
      gives: [{ token: '0xnft', units: 1n, tokenId: 77n }],
      gets: [{ token: null, units: 900n, tokenId: null, to: '0xme' }],
      expires: 1_893_456_000n,
    })
  })

  test('an order whose price falls says the most that is given and the least that is got', () => {
    const amounts = (startAmount: string, endAmount: string) => ({
      ...{ itemType: 1, token: '0xt', identifierOrCriteria: '0', startAmount, endAmount },
    })
    const fields = ['itemType uint8', 'token address', 'identifierOrCriteria uint256']
    const prices = ['startAmount uint256', 'endAmount uint256', 'recipient address']
    const data: TypedDataInput = {
      ...{ domain: { name: 'Seaport' }, primaryType: 'OrderComponents' },
      types: {
        OrderComponents: ['offer Item[]', 'consideration Item[]', 'endTime uint256'].map(field),
        Item: [...fields, ...prices].map(field),
      },
      message: {
        offer: [amounts('5', '9'), amounts('9', '5')],
        consideration: [
          { ...amounts('100', '0'), recipient: '0xme' },
          { ...amounts('0', '100'), recipient: '0xme' },
        ],
        endTime: '1',
      },
    }

    expect(readTypedData(data).meanings[0]).toMatchObject({
      gives: [{ units: 9n }, { units: 9n }],
      gets: [{ units: 0n }, { units: 0n }],
    })
  })

  test.each<[string, string[], object, object]>([
    [
      'CoW',
      ['sellToken address', 'buyToken address', 'receiver address', 'sellAmount uint256'].concat(
        'buyAmount uint256',
        'validTo uint32',
        'feeAmount uint256',
      ),
      { sellToken: '0xs', buyToken: '0xb', receiver: `0x${'0'.repeat(40)}` },
      { to: null, isOwn: true },
    ],
    [
      '1inch, paid to another account',
      ['makerAsset address', 'takerAsset address', 'receiver address'].concat(
        'makingAmount uint256',
        'takingAmount uint256',
      ),
      { makerAsset: '0xs', takerAsset: '0xb', receiver: '0xthief' },
      { to: '0xthief' },
    ],
    [
      '0x',
      ['makerToken address', 'takerToken address', 'makerAmount uint128'].concat(
        'takerAmount uint128',
        'expiry uint64',
      ),
      { makerToken: '0xs', takerToken: '0xb' },
      { to: null, isOwn: true },
    ],
  ])('T-35: an order of %s says what is given for what', (_, fields, message, to) => {
    const numbers = {
      ...{ sellAmount: '7', feeAmount: '2', makingAmount: '9', makerAmount: '9' },
      ...{ buyAmount: '3', takingAmount: '3', takerAmount: '3', validTo: 5, expiry: 5 },
    }
    const data: TypedDataInput = {
      ...{ domain: {}, primaryType: 'Order', types: { Order: fields.map(field) } },
      message: { ...numbers, ...message },
    }

    expect(readTypedData(data).meanings).toMatchObject([
      {
        kind: 'order',
        gives: [{ token: '0xs', units: 9n }],
        gets: [{ token: '0xb', units: 3n, ...to }],
      },
    ])
  })

  describe('an order that names both sides gives what the signer’s side gives', () => {
    const [ada, bob, junk, usdc] = ['aa', 'bb', '11', '22'].map((each) => `0x${each.repeat(20)}`)
    const types = {
      OtcOrder: [
        ...['makerToken address', 'takerToken address', 'makerAmount uint128'],
        ...['takerAmount uint128', 'maker address', 'taker address'],
      ].map(field),
    }
    const orderOf = (maker?: string, taker?: string) => {
      const message = { makerToken: junk, takerToken: usdc, makerAmount: '1', takerAmount: '500' }
      const sides = { maker, taker }
      const data = { domain: {}, primaryType: 'OtcOrder', types, message: { ...message, ...sides } }
      const [meaning] = read({ checksum: (address) => address, signer: ada ?? '' }, data).meanings
      if (meaning?.kind !== 'order') throw new Error('It was read as something else')
      const { gives, gets } = meaning
      return [gives.map((each) => each.token), gets.map((each) => each.token)]
    }

    test.each([
      ['the maker', ada, bob, [[junk], [usdc]]],
      ['the maker, in capitals', ada?.toUpperCase().replace('0X', '0x'), bob, [[junk], [usdc]]],
      ['the taker', bob, ada, [[usdc], [junk]]],
      ['the signer of one of two others: both', bob, junk, [[junk, usdc], [usdc]]],
      ['not named', undefined, undefined, [[junk], [usdc]]],
    ])('%s', (_, maker, taker, wanted) => {
      expect(orderOf(maker, taker)).toEqual(wanted)
    })
  })

  test('a permission over several tokens ends when the last of them does', () => {
    const details = (expiration: number | bigint) => ({ token: '0xt', amount: 1, expiration })
    const data = (ends: (number | bigint)[]): TypedDataInput => ({
      domain: {},
      primaryType: 'PermitBatch',
      types: {
        PermitBatch: ['details Details[]', 'spender address', 'sigDeadline uint256'].map(field),
        Details: ['token address', 'amount uint160', 'expiration uint48'].map(field),
      },
      message: { details: ends.map(details), spender: '0xs', sigDeadline: 1 },
    })
    const expiresOf = (...ends: (number | bigint)[]) =>
      readTypedData(data(ends)).meanings[0]?.expires

    expect(expiresOf(10, 20, 15)).toBe(20n)
    expect(expiresOf(10, 2n ** 48n - 1n)).toBe('never')
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

  describe('T-35: by meaning, at any depth', () => {
    const account = `0x${'a1'.repeat(20)}`
    const most = (2n ** 256n - 1n).toString()
    const typed = (
      primaryType: string,
      given: { types: Record<string, string[]>; message: Record<string, unknown>; domain?: object },
    ): TypedDataInput => ({
      primaryType,
      domain: { chainId: 1, verifyingContract: account, ...given.domain },
      types: Object.fromEntries(
        Object.entries(given.types).map(([name, fields]) => [name, fields.map(field)]),
      ),
      message: given.message,
    })

    test('a Safe transaction is a call in the name of the account', () => {
      const types = { SafeTx: ['to address', 'value uint256', 'data bytes', 'operation uint8'] }
      const data = `0x610b5925${'0'.repeat(24)}${'b2'.repeat(20)}`
      const message = { to: account, value: '7', data, operation: 1 }

      expect(readTypedData(typed('SafeTx', { types, message })).meanings).toEqual([
        {
          kind: 'execution',
          action: {
            ...{ kind: 'control', control: 'module' },
            ...{ contract: account, party: `0x${'b2'.repeat(20)}` },
          },
          valueWei: 7n,
          isDelegated: true,
          expires: null,
        },
      ])
    })

    test.each<[string, Record<string, unknown>, object]>([
      ['its refund', { baseGas: '1', gasPrice: '1000000000000' }, { isPaying: true }],
      ['a price of gas alone', { gasPrice: '0x1' }, { isPaying: true }],
      ['gas beside it alone', { baseGas: 1 }, { isPaying: true }],
      ['a price in a token', { tokenGasPrice: '5' }, { isPaying: true }],
      ['a fee of another account', { maxFee: '5' }, { isPaying: true }],
      ['fields that are not known', { limit: '5' }, { hasMore: true }],
      ['no refund', { baseGas: '0', gasPrice: '0x0', gasToken: account }, {}],
    ])('a call with %s says so', (_, more, flags) => {
      const fields = Object.keys(more).map(
        (name) => `${name} ${name === 'gasToken' ? 'address' : 'uint256'}`,
      )
      const types = { SafeTx: ['to address', 'data bytes', 'nonce uint256', ...fields] }
      const message = { to: account, data: '0x', nonce: '7', ...more }

      expect(readTypedData(typed('SafeTx', { types, message })).meanings).toEqual([
        {
          ...{ kind: 'execution', action: { kind: 'send', to: account }, valueWei: 0n },
          ...{ isDelegated: false, expires: null, ...flags },
        },
      ])
    })

    test('a permit inside lists of another struct is found, whatever it is called', () => {
      const types = {
        Order: ['maker address', 'extras Extra[][]'],
        Extra: ['note string', 'grant Anything'],
        Anything: ['spender address', 'value uint256', 'deadline uint256'],
      }
      const grant = { spender: account, value: most, deadline: '9' }
      const message = { maker: account, extras: [[], [{ note: 'hi', grant }]] }

      expect(readTypedData(typed('Order', { types, message })).meanings).toMatchObject([
        { kind: 'allowance', spender: account, amounts: [{ units: 'unlimited' }], expires: 9n },
      ])
    })

    test('every amount of a Permit2 batch is read: an unlimited one at the end too', () => {
      const types = {
        PermitBatch: ['details Details[]', 'spender address', 'sigDeadline uint256'],
        Details: ['token address', 'amount uint160', 'expiration uint48'],
      }
      const part = (amount: string) => ({ token: account, amount, expiration: '5' })
      const details = [
        ...Array.from({ length: 30 }, () => part('1')),
        part((2n ** 160n - 1n).toString()),
      ]
      const message = { details, spender: account, sigDeadline: '5' }
      const [meaning] = readTypedData(typed('PermitBatch', { types, message })).meanings

      expect(meaning?.kind === 'allowance' && meaning.amounts.at(-1)?.units).toBe('unlimited')
      expect(meaning && givesControl(meaning)).toBe(true)
    })

    test('values of fields that are not declared, and so not signed, mean nothing', () => {
      const message = { text: 'hi', spender: account, value: most }

      expect(
        readTypedData(typed('Mail', { types: { Mail: ['text string'] }, message })).meanings,
      ).toEqual([])
    })

    test('a price inside an order that is not declared, and so not signed, is not shown as one', () => {
      const types = {
        Order: ['offer Item[]', 'consideration Item[]'],
        Item: ['itemType uint8', 'token address'],
      }
      const item = { itemType: 0, token: account, startAmount: '900', endAmount: '900' }
      const message = { offer: [], consideration: [{ ...item, recipient: account }] }

      expect(readTypedData(typed('Order', { types, message })).meanings).toMatchObject([
        { kind: 'order', gets: [{ units: null, to: null }] },
      ])
    })

    test.each<[string, string[], object, bigint | null, boolean]>([
      ['a chain as a text', ['chainId string', 'verifyingContract address'], {}, null, true],
      ['a chain as bytes', ['chainId bytes32', 'verifyingContract address'], {}, null, true],
      ['a chain that is not declared', ['verifyingContract address'], {}, null, true],
      ['a contract that is not declared', ['chainId uint256'], {}, 1n, false],
      ['the usual domain', ['chainId uint256', 'verifyingContract address'], {}, 1n, true],
    ])('%s is not taken for a binding', (_, domainFields, domain, chainId, namesContract) => {
      const types = { EIP712Domain: domainFields, Mail: ['text string'] }
      const data = typed('Mail', { types, message: { text: 'hi' }, domain })

      expect(readTypedData(data)).toMatchObject({ chainId, namesContract })
    })

    test('a domain without chain and contract names neither', () => {
      const empty = { chainId: undefined, verifyingContract: undefined }
      const given = { types: { Mail: ['text string'] }, message: { text: 'hi' }, domain: empty }

      expect(readTypedData(typed('Mail', given))).toMatchObject({
        chainId: null,
        namesContract: false,
      })
    })
  })
})

describe('what the types do not declare', () => {
  const vote = { Vote: [field('id uint256')] }
  const domain = { name: 'Lab', verifyingContract: '0xa' }
  const read = (given: Partial<TypedDataInput>) =>
    readTypedData({ domain, types: vote, primaryType: 'Vote', message: { id: '1' }, ...given })

  test.each<[string, Partial<TypedDataInput>, string[]]>([
    ['nothing', {}, []],
    ['a member', { message: { id: '1', note: 'x' } }, ['note']],
    ['a member that holds much', { message: { id: '1', more: [{ a: 1 }] } }, ['more']],
    ['null and undefined, which say nothing', { message: { id: '1', a: null, b: undefined } }, []],
    [
      'members of items, named once',
      {
        types: { Vote: [field('items Item[]')], Item: [field('id uint256')] },
        message: {
          items: [
            { id: 1, note: 'x' },
            { id: 2, note: 'y' },
          ],
          total: '2',
        },
      },
      ['total', 'items[].note'],
    ],
    [
      'members of a struct with a colon in its name',
      {
        types: { Vote: [field('of Lab:Item')], 'Lab:Item': [field('id uint256')] },
        message: { of: { id: 1, '@note': 'x' } },
      },
      ['of.@note'],
    ],
    ['a field of the domain of no standard', { domain: { ...domain, url: 'x' } }, ['domain.url']],
    ['a salt of null', { domain: { ...domain, salt: null } }, []],
    [
      'fields that the type of the domain leaves out',
      { types: { ...vote, EIP712Domain: [field('name string')] } },
      ['domain.verifyingContract'],
    ],
    ['the message of a signed domain', { primaryType: 'EIP712Domain' }, ['id']],
    ['a name that would reorder the line', { message: { id: '1', 'a\u202eb': 1 } }, ['ab']],
  ])('is named as not signed: %s', (_, given, names) => {
    expect(read(given).unsigned).toEqual(names)
  })

  test('is named without its value, and not in the tree or the domain', () => {
    const reading = read({
      message: { id: '1', note: 'you get 100' },
      domain: { ...domain, url: 'https://bank.example' },
    })

    expect(JSON.stringify(reading)).not.toMatch(/you get|bank/)
  })

  test('gives twenty names and says that there are more', () => {
    const message = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`m${i}`, 1]))

    expect(read({ message }).unsigned).toHaveLength(21)
    expect(read({ message }).unsigned.at(-1)).toBe('…')
  })

  test('a contract that the domain’s type leaves out is not taken for the token of a permit', () => {
    const data = permit({ spender: '0xb', value: '5' }, { EIP712Domain: [field('name string')] })

    expect(readTypedData(data).meanings).toMatchObject([{ amounts: [{ token: null }] }])
  })

  test('a struct in the domain is not shown, which is said', () => {
    const types = { ...vote, EIP712Domain: [field('of Vote')] }

    expect(read({ types, domain: { of: { id: 1 } } }).isComplete).toBe(false)
  })
})
