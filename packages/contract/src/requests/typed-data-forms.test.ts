import { describe, expect, test } from 'vitest'
import { readTypedData } from './typed-data.js'

/* Forms of typed data in use, when they end, and structs of two forms or of more than a form. */

const [ada, bob, coin, other] = ['aa', 'bb', 'c0', 'd0'].map((each) => `0x${each.repeat(20)}`)
const zero = `0x${'0'.repeat(40)}`
const all = String(10n ** 24n)
const far = 9_999_999_999

type Data = [primaryType: string, types: Record<string, string>, message: object]

function read([primaryType, types, message]: Data) {
  const fieldsOf = (text: string) =>
    text.split(', ').map((each) => {
      const [type = '', name = ''] = each.split(' ')
      return { name, type }
    })
  return readTypedData(
    { checksum: (address) => address },
    {
      ...{ domain: { chainId: 1, verifyingContract: coin }, primaryType },
      types: Object.fromEntries(Object.entries(types).map(([name, is]) => [name, fieldsOf(is)])),
      message: { ...message },
    },
  )
}
/** What is said of data: kinds of meanings, when the first ends, and whether there is more. */
const said = (data: Data) => {
  const { meanings, hasUnknown } = read(data)
  return { kinds: meanings.map(({ kind }) => kind), hasUnknown, expires: meanings[0]?.expires }
}

const permitType = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'
const permitted = { owner: ada, spender: bob, value: '5', nonce: '0', deadline: 9 }
const permit = (changes: object = {}, more = '', types = {}): Data => [
  'Permit',
  { Permit: permitType + more, ...types },
  { ...permitted, ...changes },
]
const dai = (changes: object = {}, more = ''): Data => [
  'Permit',
  { Permit: `address holder, address spender, uint256 nonce, uint256 expiry, bool allowed${more}` },
  { holder: ada, spender: bob, nonce: '0', expiry: 9, allowed: true, ...changes },
]
const partType = 'address token, uint160 amount, uint48 expiration, uint48 nonce'
const part = { token: coin, amount: '5', expiration: 9, nonce: '0' }
const single = (changes: object = {}, more = '', types = {}): Data => [
  'PermitSingle',
  {
    ...{
      PermitSingle: 'Part details, address spender, uint256 sigDeadline',
      Part: partType + more,
    },
    ...types,
  },
  { details: part, spender: bob, sigDeadline: far, ...changes },
]
const batch = (...expirations: number[]): Data => [
  'PermitBatch',
  { PermitBatch: 'Part[] details, address spender, uint256 sigDeadline', Part: partType },
  {
    details: expirations.map((expiration) => ({ ...part, expiration })),
    ...{ spender: bob, sigDeadline: 50 },
  },
]
const transferFrom = (changes: object = {}, more = '', types = {}): Data => [
  'PermitWitnessTransferFrom',
  {
    PermitWitnessTransferFrom: `Tokens permitted, address spender, uint256 nonce, uint256 deadline${more}`,
    ...{ Tokens: 'address token, uint256 amount', ...types },
  },
  {
    permitted: { token: coin, amount: '5' },
    ...{ spender: bob, nonce: '0', deadline: 9, ...changes },
  },
]
const authorization = (changes: object = {}): Data => [
  'TransferWithAuthorization',
  {
    TransferWithAuthorization:
      'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
  },
  { from: ada, to: bob, value: '5', validAfter: 0, validBefore: 9, nonce: '0x01', ...changes },
]
const itemType =
  'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
const item = {
  ...{ itemType: 1, token: coin, identifierOrCriteria: '0', startAmount: '1', endAmount: '1' },
}
const seaportTypes = {
  OrderComponents:
    'address offerer, address zone, Offer[] offer, Consideration[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter',
  ...{ Offer: itemType, Consideration: `${itemType}, address recipient` },
}
const seaportOrder = {
  ...{ offerer: ada, zone: zero, offer: [item], consideration: [{ ...item, recipient: ada }] },
  ...{ orderType: 0, startTime: 1, endTime: 9, zoneHash: '0x01', salt: '7', conduitKey: '0x02' },
  counter: '0',
}
const seaport = (changes: object = {}, types = {}): Data => [
  'OrderComponents',
  { ...seaportTypes, ...types },
  { ...seaportOrder, ...changes },
]
const cowType =
  'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, string kind, bool partiallyFillable, string sellTokenBalance, string buyTokenBalance'
const cowOrder = {
  ...{ sellToken: coin, buyToken: other, receiver: ada, sellAmount: '1', buyAmount: '1' },
  ...{ validTo: 9, appData: '0x01', feeAmount: '0', kind: 'sell', partiallyFillable: false },
  ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20' },
}
const cow = (changes: object = {}, more = ''): Data => [
  'Order',
  { Order: cowType + more },
  { ...cowOrder, ...changes },
]
const inchType =
  'address maker, address receiver, address makerAsset, address takerAsset, uint256 makingAmount, uint256 takingAmount'
const inchOrder = {
  ...{ maker: ada, receiver: zero, makerAsset: coin, takerAsset: other },
  ...{ makingAmount: '5', takingAmount: '1' },
}
const zeroExType =
  'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, address maker, address taker, address txOrigin'
const zeroExOrder = {
  ...{ makerToken: coin, takerToken: other, makerAmount: '5', takerAmount: '1' },
  ...{ maker: ada, taker: bob, txOrigin: bob },
}
const call = (changes: object = {}, more = ''): Data => [
  'Execute',
  { Execute: `address to, uint256 value, bytes data, uint256 nonce, uint256 deadline${more}` },
  { to: bob, value: '0', data: '0x', nonce: '0', deadline: 9, ...changes },
]

describe('a form in use is known', () => {
  test.each<[string, string, Data]>([
    ['EIP-2612', 'allowance', permit()],
    ['DAI', 'allowance', dai()],
    [
      'a permit for one NFT',
      'allowance',
      [
        'Permit',
        { Permit: 'address spender, uint256 tokenId, uint256 nonce, uint256 deadline' },
        { spender: bob, tokenId: '7', nonce: '0', deadline: 9 },
      ],
    ],
    ['Permit2, one token', 'allowance', single()],
    ['Permit2, several tokens', 'allowance', batch(9, 8)],
    ['Permit2, a transfer', 'allowance', transferFrom()],
    [
      'Permit2, transfers of several tokens',
      'allowance',
      [
        'PermitBatchTransferFrom',
        {
          PermitBatchTransferFrom:
            'Tokens[] permitted, address spender, uint256 nonce, uint256 deadline',
          Tokens: 'address token, uint256 amount',
        },
        {
          permitted: [{ token: coin, amount: '5' }],
          ...{ spender: bob, nonce: '0', deadline: 9 },
        },
      ],
    ],
    [
      'Permit2 with a witness, as UniswapX has it',
      'allowance',
      transferFrom(
        {
          witness: {
            info: { reactor: bob, swapper: ada, nonce: '0', deadline: 9 },
            outputs: [{ token: other, startAmount: '2', endAmount: '1', recipient: ada }],
          },
        },
        ', Dutch witness',
        {
          Dutch: 'Info info, Output[] outputs',
          Info: 'address reactor, address swapper, uint256 nonce, uint256 deadline',
          Output: 'address token, uint256 startAmount, uint256 endAmount, address recipient',
        },
      ),
    ],
    ['EIP-3009', 'transfer', authorization()],
    ['Seaport', 'order', seaport()],
    [
      'Seaport, several orders',
      'order',
      ['BulkOrder', { BulkOrder: 'OrderComponents[1] tree', ...seaportTypes }, {}].map(
        (each, at) => (at === 2 ? { tree: [seaportOrder] } : each),
      ) as Data,
    ],
    ['CoW Protocol', 'order', cow()],
    [
      '1inch',
      'order',
      [
        'Order',
        { Order: `uint256 salt, ${inchType}, uint256 makerTraits` },
        { salt: '1', ...inchOrder, makerTraits: '2' },
      ],
    ],
    [
      '1inch before makerTraits, without interactions',
      'order',
      [
        'Order',
        { Order: `${inchType}, address allowedSender, uint256 offsets, bytes interactions` },
        { ...inchOrder, allowedSender: zero, offsets: '0', interactions: '0x' },
      ],
    ],
    [
      '0x, for one taker',
      'order',
      [
        'OtcOrder',
        { OtcOrder: `${zeroExType}, uint256 expiryAndNonce` },
        { ...zeroExOrder, expiryAndNonce: '9' },
      ],
    ],
    [
      '0x, with a pool',
      'order',
      [
        'RfqOrder',
        { RfqOrder: `${zeroExType}, bytes32 pool, uint64 expiry, uint256 salt` },
        { ...zeroExOrder, pool: '0x01', expiry: 9, salt: '7' },
      ],
    ],
    [
      'ERC-2771',
      'execution',
      [
        'ForwardRequest',
        {
          ForwardRequest:
            'address from, address to, uint256 value, uint256 gas, uint256 nonce, uint48 deadline, bytes data',
        },
        {
          ...{ from: ada, to: bob, value: '0', gas: '9', nonce: '0', deadline: 9 },
          data: '0x',
        },
      ],
    ],
  ])('%s', (_, kind, data) => {
    expect(said(data)).toMatchObject({ kinds: [kind], hasUnknown: false })
  })
})

describe('zero means without an end', () => {
  test.each<[string, Data, bigint | 'never' | null]>([
    ['of EIP-2612', permit({ deadline: 0 }), 'never'],
    ['of EIP-2612, in hex', permit({ deadline: '0x0' }), 'never'],
    ['of DAI', dai({ expiry: 0 }), 'never'],
    ['of EIP-3009', authorization({ validBefore: '0' }), 'never'],
    ['of an order', cow({ validTo: 0 }), 'never'],
    ['of a call', call({ deadline: 0 }), 'never'],
    [
      'of a part of Permit2: it is used until the signature ends',
      single({ details: { ...part, expiration: '0' } }),
      'never',
    ],
    ['of one of several parts', batch(9, 0), 50n],
    ['of the first of several parts', batch(0, 60), 60n],
    ['other parts end by themselves, before the signature does', batch(9, 10), 10n],
    ['one second is an end', permit({ deadline: 1 }), 1n],
    ['an end that is not a number is not known', permit({ deadline: 'soon' }), null],
    [
      'an end of a part that is not a number is not known',
      single({ details: { ...part, expiration: 'soon' } }),
      null,
    ],
  ])('%s', (_, data, expires) => {
    expect(said(data)).toMatchObject({ hasUnknown: false, expires })
  })

  test.each<[string, Data, bigint | 'never' | null]>([
    ['the latest counts', permit({ deadline: 9, expiry: 11 }, ', uint256 expiry'), 11n],
    ['also the first', permit({ deadline: 9, expiry: 5 }, ', uint256 expiry'), 9n],
    ['also none', permit({ deadline: 9, expiry: 0 }, ', uint256 expiry'), 'never'],
    ['also one beside DAI’s', dai({ expiry: 0, deadline: 9 }, ', uint256 deadline'), 'never'],
  ])('of two ends %s, and the form is not known', (_, data, expires) => {
    expect(said(data)).toMatchObject({ hasUnknown: true, expires })
  })
})

describe('a struct of more than one form is not known', () => {
  const Grant = 'address spender, uint256 value, uint256 deadline'
  const grant = { spender: bob, value: all, deadline: 9 }
  const inItem = { ...item, grant }
  const recipient = ', address recipient'

  test.each<[string, Data]>([
    [
      'an item of an offer with a further member',
      seaport({ offer: [inItem] }, { Offer: `${itemType}, Grant grant`, Grant }),
    ],
    [
      'an item of a consideration with a further member',
      seaport(
        { consideration: [{ ...inItem, recipient: ada }] },
        { Consideration: `${itemType}${recipient}, Grant grant`, Grant },
      ),
    ],
    [
      'an item of an offer without a token',
      seaport(
        { offer: [{ itemType: 1, identifierOrCriteria: '0', startAmount: '1', endAmount: '1' }] },
        { Offer: itemType.replace(' address token,', '') },
      ),
    ],
    [
      'an item whose amount is a struct',
      seaport(
        { offer: [{ ...item, endAmount: grant }] },
        { Offer: itemType.replace('uint256 endAmount', 'Grant endAmount'), Grant },
      ),
    ],
    [
      'an offer of grants',
      [
        'Order',
        { Order: 'Grant offer, Grant consideration, uint256 endTime', Grant },
        { offer: grant, consideration: grant, endTime: 9 },
      ],
    ],
    [
      'an offer that is bytes',
      [
        'Order',
        { Order: 'bytes offer, bytes consideration, uint256 endTime' },
        { offer: '0x01', consideration: '0x01', endTime: 9 },
      ],
    ],
    [
      'a part of Permit2 with a further member',
      single({ details: { ...part, more: grant } }, ', Grant more', { Grant }),
    ],
    [
      'a part of Permit2 whose nonce is a struct',
      single({ details: { ...part, nonce: grant } }, '', {
        ...{ Part: partType.replace('uint48 nonce', 'Grant nonce'), Grant },
      }),
    ],
    [
      'a part of Permit2 that has no end',
      single({ details: { token: coin, amount: '5', nonce: '0' } }, '', {
        Part: 'address token, uint160 amount, uint48 nonce',
      }),
    ],
    [
      'parts of Permit2 in lists of lists',
      transferFrom({ permitted: [[{ token: coin, amount: all }]] }, '', {
        PermitWitnessTransferFrom:
          'Tokens[][] permitted, address spender, uint256 nonce, uint256 deadline',
      }),
    ],
    ['Permit2 with an NFT beside its parts', transferFrom({ tokenId: '7' }, ', uint256 tokenId')],
    [
      'Permit2 with parts of both its forms',
      transferFrom({ details: part }, ', Part details', { Part: partType }),
    ],
    [
      'a witness of a permit that is not Permit2’s transfer',
      permit({ witness: { to: bob, amounts: [all] } }, ', W witness', {
        W: 'address to, uint256[] amounts',
      }),
    ],
    [
      'a witness of Permit2’s allowance',
      single({ witness: { to: bob } }, '', {
        PermitSingle: 'Part details, address spender, uint256 sigDeadline, W witness',
        W: 'address to',
      }),
    ],
    ['two spenders', permit({ operator: ada }, ', address operator')],
    ['two owners', permit({ holder: ada }, ', address holder')],
    ['two amounts, one of them none', permit({ allowed: false }, ', bool allowed')],
    ['a token of its own, which is zero', permit({ token: zero }, ', address token')],
    [
      'a nonce that is a list',
      permit({ nonce: ['1', '2'] }).map((each, at) =>
        at === 1 ? { Permit: permitType.replace('uint256 nonce', 'uint256[] nonce') } : each,
      ) as Data,
    ],
    ['an order of two swaps', cow(inchOrder, `, ${inchType.replace('address receiver, ', '')}`)],
    ['an order of one and a half swaps', cow({ makerAsset: coin }, ', address makerAsset')],
    [
      'an order that is a swap and an offer',
      seaport(cowOrder, { OrderComponents: `${seaportTypes.OrderComponents}, ${cowType}` }),
    ],
    [
      'a swap with an offer that is paid by nothing',
      [
        'OrderComponents',
        { OrderComponents: `Offer[] offer, ${cowType}`, Offer: itemType },
        { ...cowOrder, offer: [item] },
      ],
    ],
    [
      'a permit without a spender',
      [
        'Permit',
        { Permit: permitType.replace(' address spender,', '') },
        { owner: ada, value: '5', nonce: '0', deadline: 9 },
      ],
    ],
    [
      'a struct that has the name of what every object has',
      permit({ constructor: { id: '1' } }, ', Any constructor', { Any: 'uint256 id' }),
    ],
    ['a swap with two ends', cow({ expiry: 0 }, ', uint256 expiry')],
    ['a call of two contracts', call({ target: coin }, ', address target')],
    ['a call with two kinds of data', call({ callData: '0x01' }, ', bytes callData')],
    ['a call with two ends', call({ expiry: 0 }, ', uint256 expiry')],
  ])('%s', (_, data) => {
    expect(said(data).hasUnknown).toBe(true)
  })

  test('a permit in a part of Permit2 is found', () => {
    const message = { details: { ...part, more: grant } }

    expect(read(single(message, ', Grant more', { Grant })).meanings).toMatchObject([
      { kind: 'allowance', amounts: [{ units: 5n }] },
      { kind: 'allowance', amounts: [{ units: BigInt(all) }] },
    ])
  })

  test('a call with a value that is not a number does more than is known', () => {
    expect(read(call({ value: 'all' })).meanings).toMatchObject([{ valueWei: 0n, hasMore: true }])
  })
})
