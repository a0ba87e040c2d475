import { describe, expect, test } from 'vitest'
import {
  alice,
  approveData,
  factsOf,
  idOf,
  judged,
  limitOf,
  mallory,
  ownAddress,
  policyOf,
  send,
  transferData,
  usdc,
  where,
} from '../testing/policies.js'
import type { Judgement } from './judge.js'

/* What a request takes from limits, and under which keys. */

const id = idOf('limit')
const within = (most: string, limitId = id) =>
  where(`reference.aggregation.${limitId}`, 'lte', most)
const policy = (most: string) => [
  policyOf([{ method: '*', conditions: [within(most)] }], { limits: [id] }),
]
const taken = (judgement: Judgement) =>
  judgement.isAllowed
    ? judgement.reservations.map(({ scopeKey, amount, most }) => [scopeKey, amount, most])
    : judgement.refusal.reason

const coins = limitOf({
  id,
  method: '*',
  metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
  conditions: [where('token_transfer.asset', 'eq', usdc)],
})

describe('judge with limits', () => {
  test('sums a coin over methods, permits and batches', () => {
    const calls = {
      method: 'wallet_sendCalls',
      caip2: 'eip155:1',
      params: {
        calls: [
          { to: usdc, data: transferData(alice, 30) },
          { to: usdc, data: approveData(mallory, 40) },
          { to: mallory, data: transferData(alice, 999) },
        ],
      },
    }

    expect(
      taken(
        judged(factsOf(send({ data: transferData(alice, 30) })), {
          policies: policy('70'),
          limits: [coins],
        }),
      ),
    ).toEqual([['app', 30n, 70n]])
    expect(taken(judged(factsOf(calls), { policies: policy('70'), limits: [coins] }))).toEqual([
      ['app', 70n, 70n],
    ])
  })

  test('error: an amount above the limit, or an unlimited approval, is refused in words', () => {
    const refused = judged(factsOf(send({ data: transferData(alice, 71) })), {
      policies: policy('70'),
      limits: [coins],
    })

    expect(taken(refused)).toBe(`The limit "${id}" of 70 has 70 left, and the request asks for 71.`)
    expect(
      judged(factsOf(send({ data: approveData(alice, 2n ** 256n - 1n) })), {
        policies: policy('70'),
        limits: [coins],
      }).isAllowed,
    ).toBe(false)
  })

  test('error: an amount that cannot be read is refused', () => {
    const unread = judged(factsOf(send({ data: `${transferData(alice, 1)}00` })), {
      policies: policy('70'),
      limits: [coins],
    })

    expect(taken(unread)).toContain('an amount that cannot be read')
  })

  test.each([
    ['ends within the window', 86_400, true],
    ['ends after it', 86_401, false],
    ['never ends', Number.MAX_SAFE_INTEGER, false],
  ])('AGT-08: what others carry out and %s', (_, seconds, isAllowed) => {
    const uint = (name: string) => ({ name, type: 'uint256' })
    const address = (name: string) => ({ name, type: 'address' })
    const typed_data = {
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
      types: {
        TransferWithAuthorization: [
          ...[address('from'), address('to')],
          ...[uint('value'), uint('validAfter'), uint('validBefore')],
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primary_type: 'TransferWithAuthorization',
      message: {
        ...{ from: ownAddress, to: alice, value: '10', validAfter: '0' },
        ...{ validBefore: String(1_800_000_000 + seconds), nonce: `0x${'01'.repeat(32)}` },
      },
    }
    const facts = factsOf({ method: 'eth_signTypedData_v4', params: { typed_data } })
    const judgement = judged(facts, { policies: policy('70'), limits: [coins] })

    expect(judgement.isAllowed).toBe(isAllowed)
    if (!isAllowed) expect(taken(judgement)).toContain('stays valid for longer than 86400 s')
  })

  test('what moves nothing takes nothing', () => {
    expect(
      taken(
        judged(factsOf(send({ to: alice, value: 5 })), { policies: policy('70'), limits: [coins] }),
      ),
    ).toEqual([])
  })

  test.each([
    ['app', ['app']],
    ['wallet', ['wallet:w']],
    ['key', ['key:k1', 'key:k2']],
    ['recipient', [`recipient:${alice}`]],
  ] as const)('adds up over %s', (scope, keys) => {
    const limit = limitOf({ id, method: '*', metric: { function: 'count' }, scope })
    const spender = { walletId: 'w', keyIds: ['k1', 'k2', 'k1'] }
    const judgement = judged(factsOf(send({ data: transferData(alice, 5) })), {
      policies: policy('3'),
      limits: [limit],
      spender,
    })

    expect(taken(judgement)).toEqual(keys.map((key) => [key, 1n, 3n]))
  })

  test('counts each call of a request, and a field of the whole request once', () => {
    const calls = {
      method: 'wallet_sendCalls',
      caip2: 'eip155:1',
      params: {
        calls: [
          { to: alice, value: 2 },
          { to: alice, value: 3 },
        ],
      },
    }
    const count = limitOf({ id, method: '*', metric: { function: 'count' } })
    const values = limitOf({
      id: idOf('values'),
      method: '*',
      metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
    })
    const costs = limitOf({
      id: idOf('costs'),
      method: '*',
      metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'cost' },
    })

    expect(
      taken(judged(factsOf(calls), { policies: policy('3'), limits: [count, values] })),
    ).toEqual([
      ['app', 2n, 3n],
      ['app', 5n, null],
    ])
    expect(
      taken(judged(factsOf(send({ to: alice, value: 5 })), { policies: [], limits: [costs] })),
    ).toEqual([['app', 1_000_005n, null]])
  })

  test('groups by fields, and counts only its method', () => {
    const limit = limitOf({
      id,
      method: 'eth_signTransaction',
      metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
      group_by: [{ field_source: 'ethereum_transaction', field: 'to' }],
    })
    const message = { method: 'personal_sign', params: { message: 'a', encoding: 'utf-8' } }

    expect(
      taken(judged(factsOf(send({ to: alice, value: 5 })), { policies: [], limits: [limit] })),
    ).toEqual([[`app|${alice}`, 5n, null]])
    expect(taken(judged(factsOf(message), { policies: [], limits: [limit] }))).toEqual([])
  })

  test('a DENY beyond a limit holds for what its other conditions meet', () => {
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [
        where('token_transfer.to', 'eq', alice),
        where(`reference.aggregation.${id}`, 'gt', '50'),
      ],
    }
    const policies = [policyOf([{ method: '*' }, deny], { limits: [id] })]

    expect(
      taken(
        judged(factsOf(send({ data: transferData(alice, 50) })), { policies, limits: [coins] }),
      ),
    ).toEqual([['app', 50n, 50n]])
    expect(
      judged(factsOf(send({ data: transferData(alice, 51) })), { policies, limits: [coins] })
        .isAllowed,
    ).toBe(false)
    expect(
      taken(
        judged(factsOf(send({ data: transferData(mallory, 51) })), { policies, limits: [coins] }),
      ),
    ).toEqual([['app', 51n, null]])
  })

  test('of two policies with one limit the lower one holds; a rule without limits is taken first', () => {
    const facts = factsOf(send({ data: transferData(alice, 30) }))
    const free = policyOf([{ method: '*', conditions: [within('10')] }, { method: '*' }], {
      limits: [id],
    })

    expect(
      taken(judged(facts, { policies: [...policy('70'), ...policy('40')], limits: [coins] })),
    ).toEqual([['app', 30n, 40n]])
    expect(taken(judged(facts, { policies: [free], limits: [coins] }))).toEqual([
      ['app', 30n, null],
    ])
  })

  test('error: a limit that is gone refuses what refers to it', () => {
    expect(
      judged(factsOf(send({ from: ownAddress })), { policies: policy('70'), limits: [] }).isAllowed,
    ).toBe(false)
  })

  test('sums of unlimited amounts do not overflow', () => {
    const calls = {
      method: 'wallet_sendCalls',
      caip2: 'eip155:1',
      params: {
        calls: Array.from({ length: 50 }, () => ({
          to: usdc,
          data: approveData(alice, 2n ** 256n - 1n),
        })),
      },
    }

    expect(taken(judged(factsOf(calls), { policies: [], limits: [coins] }))).toEqual([
      ['app', 50n * (2n ** 256n - 1n), null],
    ])
  })
})
