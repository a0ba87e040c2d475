import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  judged,
  judgedWithin,
  mallory,
  ownAddress,
  policyOf,
  transferData,
  usdc,
  where,
} from '../testing/policies.js'

/* Typed data under policies: when what it allows ends, and structs that say more than one known form does. */

const all = String(10n ** 24n)
const soon = '9'
const far = '9999999999'

type Body = ReturnType<typeof typed>
function typed(
  primary_type: string,
  types: Record<string, string>,
  message: object,
  verifyingContract = usdc,
) {
  const fieldsOf = (text: string) =>
    text.split(', ').map((each) => {
      const [type = '', name = ''] = each.split(' ')
      return { name, type }
    })
  const typed_data = {
    ...{ domain: { name: 'Any', chainId: 1, verifyingContract }, primary_type, message },
    types: Object.fromEntries(Object.entries(types).map(([name, is]) => [name, fieldsOf(is)])),
  }
  return { method: 'eth_signTypedData_v4', params: { typed_data } }
}

const coins = {
  metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' } as const,
  conditions: [where('token_transfer.asset', 'eq', usdc)],
}
/** What a limit of 10 counts, else why it refuses. */
function taken(body: Body, limit: object = coins) {
  const judgement = judgedWithin(limit, body)
  return judgement.isAllowed
    ? judgement.reservations.map(({ amount }) => amount)
    : judgement.refusal.reason
}
const isAllowed = (body: Body, rules: Parameters<typeof policyOf>[0]) =>
  judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed

const permitType = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'
const permit = (changes: object = {}, more = '', types = {}) =>
  typed(
    'Permit',
    { Permit: permitType + more, ...types },
    {
      ...{ owner: ownAddress, spender: alice, value: '5', nonce: '0', deadline: soon, ...changes },
    },
  )
const dai = (expiry: string) =>
  typed(
    'Permit',
    { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
    { holder: ownAddress, spender: alice, nonce: '0', expiry, allowed: true },
  )
const partType = 'address token, uint160 amount, uint48 expiration, uint48 nonce'
const part = { token: usdc, amount: '5', expiration: soon, nonce: '0' }
const single = (expiration: string, sigDeadline: string, more = {}, types = {}) =>
  typed(
    'PermitSingle',
    {
      PermitSingle: 'Part details, address spender, uint256 sigDeadline',
      ...{ Part: partType, ...types },
    },
    { details: { ...part, expiration, ...more }, spender: alice, sigDeadline },
  )

describe('what a limit counts has to end, and zero means without an end', () => {
  test.each<[string, Body]>([
    ['a permit', permit()],
    ['a permission of Permit2 that ends before its signature does', single(soon, far)],
    ['one that is used while its signature holds, which ends', single('0', soon)],
  ])('%s counts', (_, body) => {
    expect(taken(body)).toEqual([5n])
  })

  test.each<[string, Body]>([
    ['a permit for good', permit({ deadline: far })],
    ['a permit whose end is zero', permit({ deadline: '0' })],
    ['one of two ends', permit({ expiry: far }, ', uint256 expiry')],
    [
      'one of two ends, in the other order',
      permit({ deadline: far, expiry: soon }, ', uint256 expiry'),
    ],
    ['a permission of Permit2 that is used while its signature holds', single('0', far)],
  ])('error: %s does not', (_, body) => {
    expect(taken(body)).toEqual(expect.any(String))
  })

  test('error: a count does not hold a permit of DAI whose end is zero', () => {
    const count = { metric: { function: 'count' } }

    expect(taken(dai(soon), count)).toEqual([1n])
    expect(taken(dai('0'), count)).toEqual(expect.any(String))
  })

  test.each<[string, boolean, Body]>([
    ['a permit of DAI that ends', true, dai(soon)],
    ['a permit of DAI whose end is zero', false, dai('0')],
    ['Permit2, used while its signature holds', false, single('0', far)],
    ['Permit2, used while its signature holds, which ends', true, single('0', soon)],
  ])('a rule on the end: %s is allowed: %s', (_, wanted, body) => {
    const until = where('ethereum_typed_data_meaning.expires_at', 'lte', '1800000000')
    const after = where('ethereum_typed_data_meaning.expires_at', 'gt', '1800000000')

    expect(isAllowed(body, [{ method: '*', conditions: [until] }])).toBe(wanted)
    expect(
      isAllowed(body, [{ method: '*' }, { method: '*', action: 'DENY', conditions: [after] }]),
    ).toBe(wanted)
  })
})

describe('a struct of more than one form can give anything', () => {
  const Grant = 'address spender, uint256 value, uint256 deadline'
  const grant = { spender: mallory, value: all, deadline: soon }
  const itemType =
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
  const item = {
    ...{ itemType: 1, token: usdc, identifierOrCriteria: '0', startAmount: '1', endAmount: '1' },
  }
  const order = (types: object, message: object) =>
    typed(
      'Order',
      {
        Order: 'Offer[] offer, Consideration[] consideration, uint256 endTime',
        ...{ Offer: itemType, Consideration: `${itemType}, address recipient`, Grant, ...types },
      },
      { offer: [item], consideration: [], endTime: soon, ...message },
    )
  const cowType =
    'address sellToken, uint256 sellAmount, address buyToken, uint256 buyAmount, uint256 validTo'
  const cow = { sellToken: alice, sellAmount: '1', buyToken: alice, buyAmount: '1', validTo: soon }
  const inchType =
    'address makerAsset, uint256 makingAmount, address takerAsset, uint256 takingAmount'
  const inch = { makerAsset: usdc, makingAmount: all, takerAsset: alice, takingAmount: '1' }
  const transfers = (list: string, permitted: unknown) =>
    typed(
      'PermitBatchTransferFrom',
      {
        PermitBatchTransferFrom: `${list} permitted, address spender, uint256 nonce, uint256 deadline`,
        Tokens: 'address token, uint256 amount',
      },
      { permitted, spender: alice, nonce: '0', deadline: soon },
    )
  const callTypes = 'address to, uint256 value, bytes data, uint256 nonce, uint256 deadline'
  const account = `0x${'5a'.repeat(20)}`
  const call = (more: string, message: object) =>
    typed(
      'Execute',
      { Execute: callTypes + more },
      {
        ...{ to: usdc, value: '0', data: transferData(alice, 1), nonce: '0', deadline: soon },
        ...message,
      },
      account,
    )
  const deny = {
    ...{ method: '*', action: 'DENY' as const },
    conditions: [
      where('token_transfer.to', 'eq', mallory),
      where('token_transfer.asset', 'eq', usdc),
    ],
  }

  test.each<[string, bigint, Body]>([
    ['an order', 1n, order({}, {})],
    ['one part in a list', 7n, transfers('Tokens[]', [{ token: usdc, amount: '7' }])],
    ['one part', 7n, transfers('Tokens', { token: usdc, amount: '7' })],
    ['a call', 1n, call('', {})],
  ])('%s of one form is counted', (_, amount, body) => {
    expect(taken(body)).toEqual([amount])
  })

  test.each<[string, Body]>([
    [
      'an item of an offer with a further member',
      order({ Offer: `${itemType}, Grant grant` }, { offer: [{ ...item, grant }] }),
    ],
    [
      'an item of a consideration that is something else',
      order({ Consideration: 'Grant grant' }, { consideration: [{ grant }] }),
    ],
    [
      'an offer that is not a list of items',
      typed(
        'Order',
        { Order: 'Grant offer, Grant consideration, uint256 endTime', Grant },
        { offer: grant, consideration: grant, endTime: soon },
      ),
    ],
    [
      'a part of Permit2 with a further member',
      single(soon, soon, { more: grant }, { Part: `${partType}, Grant more`, Grant }),
    ],
    [
      'a witness of a permit that is not Permit2’s',
      permit({ witness: { to: mallory, amounts: [all] } }, ', W witness', {
        W: 'address to, uint256[] amounts',
      }),
    ],
    ['parts in lists of lists', transfers('Tokens[][]', [[{ token: usdc, amount: all }]])],
    ['two swaps', typed('Order', { Order: `${cowType}, ${inchType}` }, { ...cow, ...inch })],
    [
      'two calls',
      call(', address target, bytes callData', {
        ...{ target: usdc, callData: transferData(mallory, 10n ** 24n) },
      }),
    ],
  ])('error: %s is not counted, and a DENY meets it', (_, body) => {
    const rule = {
      method: '*',
      conditions: [where('token_transfer.amount', 'lte', '10')],
    }

    expect(taken(body)).toEqual(expect.any(String))
    expect(isAllowed(body, [{ method: '*' }, deny])).toBe(false)
    expect(isAllowed(body, [rule])).toBe(false)
  })
})
