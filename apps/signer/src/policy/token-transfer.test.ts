import { describe, expect, test } from 'vitest'
import {
  alice,
  approveData,
  factsOf,
  judged,
  mallory,
  ownAddress,
  policyOf,
  send,
  transferData,
  usdc,
  where,
  word,
} from '../testing/policies.js'

/* Coins however they move: transfers, approvals, batches and permits. */

const isAllowed = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) =>
  judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed
const reasonOf = (rules: Parameters<typeof policyOf>[0], body: Parameters<typeof factsOf>[0]) => {
  const judgement = judged(factsOf(body), { policies: [policyOf(rules)] })
  return judgement.isAllowed ? 'allowed' : judgement.refusal.reason
}
const sign = 'eth_signTransaction'
const most = 2n ** 256n - 1n

describe('token_transfer', () => {
  const coin = (...more: ReturnType<typeof where>[]) => ({
    method: '*',
    conditions: [
      where('token_transfer.asset', 'eq', usdc),
      where('token_transfer.to', 'in', [alice]),
      where('token_transfer.amount', 'lte', '100'),
      ...more,
    ],
  })
  const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
  const packed = (calls: { to: string; value?: number; data: string; operation?: string }[]) => {
    const hex = calls
      .map(
        ({ to, value = 0, data, operation = '00' }) =>
          `${operation}${to.slice(2)}${word(value)}${word((data.length - 2) / 2)}${data.slice(2)}`,
      )
      .join('')
    return `0x8d80ff0a${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
  }

  test.each([
    ['transfer', send({ data: transferData(alice, 100) })],
    ['transferFrom', send({ data: `0x23b872dd${word(ownAddress)}${word(alice)}${word(100)}` })],
    ['approve', send({ data: approveData(alice, 100) })],
    [
      'a batch',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 60) },
          { to: usdc, data: transferData(alice, 40) },
        ]),
      }),
    ],
    [
      'a batch in a batch',
      send({
        to: multiSend,
        data: packed([
          { to: multiSend, data: packed([{ to: usdc, data: transferData(alice, 60) }]) },
        ]),
      }),
    ],
    [
      'calls',
      {
        method: 'wallet_sendCalls',
        caip2: 'eip155:1',
        params: { calls: [{ to: usdc, data: transferData(alice, 1) }] },
      },
    ],
  ])('one rule covers a coin by %s', (_, body) => {
    expect(reasonOf([coin()], body)).toBe('allowed')
  })

  test.each([
    ['another coin', send({ to: mallory, data: transferData(alice, 100) })],
    ['another recipient', send({ data: transferData(mallory, 1) })],
    ['too much', send({ data: transferData(alice, 101) })],
    ['an unlimited approval', send({ data: approveData(alice, most) })],
    ['approval of all items', send({ data: `0xa22cb465${word(alice)}${word(1)}` })],
    ['coins of the network beside it', send({ data: transferData(alice, 1), value: 1 })],
    ['a function that is not known', send({ data: `0x12345678${word(1)}` })],
    ['bytes behind the call', send({ data: `${transferData(alice, 1)}00` })],
    ['a deployment', { method: sign, params: { transaction: { data: '0x00' } } }],
    [
      'a batch of an unknown contract',
      send({ to: mallory, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
    ],
    [
      'a batch with a call that is not read',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 1) },
          { to: mallory, data: '0x01020304' },
        ]),
      }),
    ],
    [
      'a batch that keeps coins',
      send({ to: multiSend, value: 9, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
    ],
    [
      'a batch whose second transfer is too much',
      send({
        to: multiSend,
        data: packed([
          { to: usdc, data: transferData(alice, 1) },
          { to: usdc, data: transferData(alice, 101) },
        ]),
      }),
    ],
    [
      'a delegate call in a batch',
      send({
        to: multiSend,
        data: packed([{ to: usdc, data: transferData(alice, 1), operation: '01' }]),
      }),
    ],
  ])('error: not %s', (_, body) => {
    expect(isAllowed([coin()], body)).toBe(false)
  })

  test('error: a DENY on a coin holds where the coin’s own contract is called in a way that is not read', () => {
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [where('token_transfer.asset', 'eq', usdc)],
    }

    expect(isAllowed([{ method: '*' }, deny], send({ data: `${transferData(alice, 1)}00` }))).toBe(
      false,
    )
    expect(
      isAllowed(
        [{ method: '*' }, deny],
        send({ to: mallory, data: packed([{ to: usdc, data: transferData(alice, 1) }]) }),
      ),
    ).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], send({ to: mallory, data: '0x12345678' }))).toBe(true)
  })

  test('the network’s own coin is native', () => {
    const rule = {
      method: '*',
      conditions: [
        where('token_transfer.asset', 'eq', 'native'),
        where('token_transfer.amount', 'lt', '10'),
      ],
    }

    expect(isAllowed([rule], send({ to: alice, value: 9 }))).toBe(true)
    expect(isAllowed([rule], send({ to: alice, value: 10 }))).toBe(false)
  })
})

describe('typed data', () => {
  const permitTypes = {
    Permit: [
      'owner:address',
      'spender:address',
      'value:uint256',
      'nonce:uint256',
      'deadline:uint256',
    ].map((each) => ({ name: each.split(':')[0] ?? '', type: each.split(':')[1] ?? '' })),
  }
  const permit = ({
    value = '100' as string | number,
    spender = alice,
    chainId = 1 as unknown,
    contract = usdc,
    types = permitTypes as object,
    more = {},
  } = {}) => ({
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: contract },
        types,
        primary_type: 'Permit',
        message: { owner: ownAddress, spender, value, nonce: 0, deadline: '0x77777777', ...more },
      },
    },
  })
  const rule = {
    method: 'eth_signTypedData_v4',
    conditions: [
      where('token_transfer.asset', 'eq', usdc),
      where('token_transfer.amount', 'lte', '100'),
      where('token_transfer.to', 'eq', alice),
      where('token_transfer.chain_id', 'eq', '1'),
    ],
  }

  test.each(['100', 100, '0x64'])('a permit over %j counts as a transfer', (value) => {
    expect(reasonOf([rule], permit({ value }))).toBe('allowed')
  })

  test.each([
    ['too much', permit({ value: 101 })],
    ['without a limit', permit({ value: String(most) })],
    ['another spender', permit({ spender: mallory })],
    ['another network', permit({ chainId: 8453 })],
    ['another network, in hex', permit({ chainId: '0x2105' })],
    [
      'a network that is not signed',
      permit({
        types: { ...permitTypes, EIP712Domain: [{ name: 'verifyingContract', type: 'address' }] },
      }),
    ],
    ['another coin', permit({ contract: mallory })],
  ])('error: not %s', (_, body) => {
    expect(isAllowed([rule], body)).toBe(false)
  })

  test('a batch of Permit2 counts with each of its coins', () => {
    const details = [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ]
    const batch = (...amounts: number[]) => ({
      method: 'eth_signTypedData_v4',
      params: {
        typed_data: {
          domain: { name: 'Permit2', chainId: 1, verifyingContract: mallory },
          types: {
            PermitDetails: details,
            PermitBatch: [
              { name: 'details', type: 'PermitDetails[]' },
              { name: 'spender', type: 'address' },
              { name: 'sigDeadline', type: 'uint256' },
            ],
          },
          primary_type: 'PermitBatch',
          message: {
            details: amounts.map((amount) => ({ token: usdc, amount, expiration: 1, nonce: 0 })),
            spender: alice,
            sigDeadline: 1,
          },
        },
      },
    })

    expect(isAllowed([rule], batch(100, 50))).toBe(true)
    expect(isAllowed([rule], batch(100, 101))).toBe(false)
  })

  const message = (field: string, value: string, operator: 'eq' | 'lte' = 'eq') =>
    where(`ethereum_typed_data_message.${field}`, operator, value, {
      typed_data: { types: permitTypes, primary_type: 'Permit' },
    })

  test('fields of the message are compared by their declared type', () => {
    const rules = [
      {
        method: 'eth_signTypedData_v4',
        conditions: [message('spender', alice), message('value', '100', 'lte')],
      },
    ]

    expect(isAllowed(rules, permit({ value: '0x64' }))).toBe(true)
    expect(isAllowed(rules, permit({ value: '0x65' }))).toBe(false)
  })

  test('error: the same name with other types is not the same data', () => {
    const other = { Permit: [...permitTypes.Permit, { name: 'note', type: 'string' }] }
    const allow = { method: 'eth_signTypedData_v4', conditions: [message('spender', alice)] }
    const deny = { ...allow, action: 'DENY' as const, conditions: [message('spender', mallory)] }

    expect(isAllowed([allow], permit({ types: other, more: { note: '' } }))).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], permit({ types: other, more: { note: '' } }))).toBe(
      false,
    )
    expect(isAllowed([{ method: '*' }, deny], permit())).toBe(true)
  })

  test('members that are not declared, and names of prototypes, are not there', () => {
    const undeclared = { Permit: permitTypes.Permit.filter(({ name }) => name !== 'spender') }
    const rules = [
      { method: 'eth_signTypedData_v4', conditions: [where('token_transfer.to', 'eq', alice)] },
    ]

    expect(isAllowed(rules, permit({ types: undeclared }))).toBe(false)
  })

  test('the domain and the meaning are fields', () => {
    const rules = [
      {
        method: 'eth_signTypedData_v4',
        conditions: [
          where('ethereum_typed_data_domain.chainId', 'eq', '1'),
          where('ethereum_typed_data_domain.verifyingContract', 'eq', usdc),
          where('ethereum_typed_data_meaning.kind', 'eq', 'allowance'),
          where('ethereum_typed_data_meaning.spender', 'eq', alice),
        ],
      },
    ]

    expect(isAllowed(rules, permit())).toBe(true)
    expect(isAllowed(rules, permit({ spender: mallory }))).toBe(false)
  })
})
