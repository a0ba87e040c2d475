import { accountContract } from '@sallyport/contract/wallet-api'
import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  idOf,
  judged,
  judgedWithin,
  limitOf,
  mallory,
  policyOf,
  send,
  transferData,
  usdc,
  where,
  word,
} from '../testing/policies.js'

/* What of a request a limit counts, and for whom. */

type Body = Parameters<typeof factsOf>[0]
const id = idOf('limit')
const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const packed = (...calls: [to: string, value: number][]) => {
  const hex = calls.map(([to, value]) => `00${to.slice(2)}${word(value)}${word(0)}`).join('')
  return `0x8d80ff0a${word(32)}${word(hex.length / 2)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}
const sum = (source: string, field: string) => ({
  metric: { function: 'sum', field_source: source, field },
})
const value = sum('ethereum_transaction', 'value')
const count = { metric: { function: 'count' } }
const taken = (limit: object, body: Body, most = '10') => {
  const judgement = judgedWithin(limit, body, most)
  if (!judgement.isAllowed) return judgement.refusal.reason
  return judgement.reservations.map(({ scopeKey, amount }) => [scopeKey, amount])
}
const unread = expect.stringContaining('cannot be read')

describe('a limit for each recipient', () => {
  const each = { ...value, scope: 'recipient' }

  test('counts what each of several recipients gets', () => {
    const body = send({ to: multiSend, value: 10, data: packed([alice, 3], [mallory, 7]) })

    expect(taken(each, body)).toEqual([
      [`recipient:${alice}`, 3n],
      [`recipient:${mallory}`, 7n],
    ])
    expect(
      taken(each, send({ to: multiSend, value: 10, data: packed([alice, 0], [mallory, 10]) })),
    ).toEqual([[`recipient:${mallory}`, 10n]])
    expect(
      taken(each, send({ to: multiSend, value: 11, data: packed([alice, 0], [mallory, 11]) })),
    ).toContain('asks for 11')
  })

  test('counts what one recipient gets by several calls, and what a contract keeps', () => {
    expect(
      taken(each, send({ to: multiSend, value: 9, data: packed([alice, 3], [alice, 4]) })),
    ).toEqual([
      [`recipient:${multiSend}`, 9n],
      [`recipient:${alice}`, 7n],
    ])
    expect(taken(each, send({ to: mallory, value: 4, data: '0x12345678' }))).toEqual([
      [`recipient:${mallory}`, 4n],
    ])
  })

  test('of an argument, all of it for each recipient', () => {
    const inputs = [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ]
    const abi = [{ type: 'function', name: 'transfer', inputs, outputs: [] }]
    const limit = {
      ...{ metric: { ...sum('ethereum_calldata', 'transfer.amount').metric, abi } },
      scope: 'recipient',
    }

    expect(taken(limit, send({ data: transferData(alice, 5), value: 1 }))).toEqual([
      [`recipient:${usdc}`, 5n],
      [`recipient:${alice}`, 5n],
    ])
  })

  test('error: a recipient that cannot be read is refused', () => {
    expect(taken({ ...count, scope: 'recipient' }, send({ data: '0x12345678' }))).toEqual(unread)
    const creation = {
      method: 'eth_signTransaction',
      params: { transaction: { data: '0x00', value: 1 } },
    }
    expect(taken(each, creation)).toEqual(unread)
    expect(
      taken(
        { ...value, group_by: [{ field_source: 'token_transfer', field: 'to' }] },
        send({ data: '0x12345678', value: 1 }),
      ),
    ).toEqual(unread)
  })
})

describe('a count', () => {
  test('counts the calls of a batch', () => {
    const two = packed([alice, 1], [mallory, 1])

    expect(taken(count, send({ to: multiSend, value: 2, data: two }))).toEqual([['app', 2n]])
    expect(taken(count, send({ data: transferData(alice, 1), value: 1 }))).toEqual([['app', 1n]])
  })

  test('of moves of a coin counts each of them', () => {
    const limit = { ...count, conditions: [where('token_transfer.to', 'eq', alice)] }
    const data = packed([alice, 1], [mallory, 1], [alice, 1])

    expect(taken(limit, send({ to: multiSend, value: 3, data }))).toEqual([['app', 2n]])
  })
})

describe('what says nothing about what it moves', () => {
  const typed = {
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        ...{ domain: { chainId: 1, verifyingContract: mallory }, primary_type: 'Order' },
        types: { Order: [{ name: 'all', type: 'uint256' }] },
        message: { all: 1 },
      },
    },
  }
  const bodies: [string, Body][] = [
    ['a digest', { method: 'secp256k1_sign', params: { hash: `0x${'00'.repeat(32)}` } }],
    ['a message', { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }],
    ['typed data of no known form', typed],
    [
      'an authorization of a contract that is not known',
      { method: 'eth_sign7702Authorization', params: { contract: mallory, chain_id: 1 } },
    ],
  ]
  const coins = {
    ...sum('token_transfer', 'amount'),
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  }

  test.each(bodies)(
    'error: %s is refused by a rule with a sum, not by one with a count',
    (_, body) => {
      for (const limit of [
        value,
        coins,
        { ...value, scope: 'recipient' },
        sum('ethereum_transaction', 'cost'),
      ])
        expect(taken(limit, body)).toEqual(unread)
      expect(taken(count, body)).toEqual([['app', 1n]])
    },
  )

  test('a message is counted by a sum of its own fields, and a rule without the limit allows it', () => {
    const [, message] = bodies[1] ?? ['', typed]

    expect(taken(sum('message', 'byte_length'), message)).toEqual([['app', 2n]])
    expect(
      judged(factsOf(message), {
        policies: [policyOf([{ method: 'personal_sign' }])],
        limits: [limitOf({ id, method: '*', ...value } as Parameters<typeof limitOf>[0])],
      }),
    ).toMatchObject({ isAllowed: true, reservations: [] })
  })

  test('the account contract, and the end of an authorization, move nothing', () => {
    for (const contract of [accountContract, `0x${'00'.repeat(20)}`]) {
      const body = { method: 'eth_sign7702Authorization', params: { contract, chain_id: 1 } }
      expect(taken(value, body)).toEqual([])
    }
  })

  test('error: a DENY on a coin meets an authorization of a contract that is not known', () => {
    const deny = {
      ...{ method: '*', action: 'DENY' as const },
      conditions: [where('token_transfer.asset', 'eq', usdc)],
    }
    const body = {
      method: 'eth_sign7702Authorization',
      params: { contract: mallory, chain_id: 1 },
    }

    expect(judged(factsOf(body), { policies: [policyOf([{ method: '*' }, deny])] }).isAllowed).toBe(
      false,
    )
  })
})
