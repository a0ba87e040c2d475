import { accountCallData } from '@sallyport/contract/wallet-api'
import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  judged,
  judgedWithin,
  mallory,
  ownAddress,
  policyOf,
  send,
  transferData,
  usdc,
  where,
  word,
} from '../testing/policies.js'
import { consentPolicy } from './consent-policy.js'

/* A wallet that calls itself: where its address has the code of an account, that makes any call in its name (EIP-7702, ERC-4337). */

type Rules = Parameters<typeof policyOf>[0]
type Body = Parameters<typeof factsOf>[0]
const method = 'eth_sendTransaction'
const isAllowed = (rules: Rules, body: Body) =>
  judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed
const toSelf = (data: string, more: object = {}) => send({ to: ownAddress, data, ...more }, method)
const pays = (to: string, value: bigint, data = '0x') => accountCallData([{ to, value, data }])
const several = (count: number, value: bigint) =>
  accountCallData(Array.from({ length: count }, () => ({ to: mallory, value })))
/** `executeBatch((address,uint256,bytes)[])`: calls of the account to itself that all are the same bytes. */
const listOf = (length: number, data: string) =>
  `0x34fcd5be${word(32)}${word(length)}${word(length * 32).repeat(length)}${word(ownAddress)}${word(0)}${word(96)}${word(data.length / 2 - 1)}${data.slice(2).padEnd(Math.ceil(data.length / 64) * 64, '0')}`
const small = { method: '*', conditions: [where('ethereum_transaction.value', 'lte', '10')] }

describe('rules see the calls that a call of the wallet to itself makes', () => {
  const operation = (callData: string) => ({
    method: 'eth_signUserOperation',
    params: {
      contract: '0x0000000071727de22e5e9d8baf0edac6f37da032',
      chain_id: 1,
      user_operation: {
        ...{ sender: ownAddress, nonce: '0x0', call_data: callData, call_gas_limit: '0x1' },
        ...{ verification_gas_limit: '0x1', pre_verification_gas: '0x1' },
        ...{ max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x1' },
      },
    },
  })
  const batch = (data: string) => ({
    method: 'wallet_sendCalls',
    caip2: 'eip155:1',
    params: { calls: [{ to: alice }, { to: ownAddress, data }] },
  })
  const bodies: [string, (data: string) => Body][] = [
    ['eth_sendTransaction', toSelf],
    ['wallet_sendCalls', batch],
    ['eth_signUserOperation', (data) => operation(pays(ownAddress, 0n, data))],
    ['a call within a call', (data) => toSelf(pays(ownAddress, 0n, data))],
  ]

  test.each(bodies)('error: value, by %s', (_, bodyOf) => {
    expect(isAllowed([small], bodyOf(pays(mallory, 10n)))).toBe(true)
    expect(isAllowed([small], bodyOf(pays(mallory, 11n)))).toBe(false)
    expect(isAllowed([small], bodyOf('0x12345678'))).toBe(false)
  })

  test.each(bodies)('error: lists within lists that are the same bytes, by %s', (_, bodyOf) => {
    // Followed to its end, it is 22 × 22 × 22 × 22 × 22 × 22 calls.
    const nested = [1, 2, 3, 4, 5, 6].reduce(
      (inner) => listOf(22, inner),
      `0x34fcd5be${'ff'.repeat(100)}`,
    )
    expect(isAllowed([small], bodyOf(nested))).toBe(false)
  })

  test.each(bodies)('error: recipient, by %s', (_, bodyOf) => {
    const known = { method: '*', conditions: [where('ethereum_transaction.to', 'eq', alice)] }
    const deny = {
      method: '*',
      action: 'DENY' as const,
      conditions: [where('ethereum_transaction.to', 'eq', mallory)],
    }

    expect(isAllowed([known], bodyOf(pays(alice, 1n)))).toBe(true)
    expect(isAllowed([known], bodyOf(pays(mallory, 1n)))).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], bodyOf(pays(alice, 1n)))).toBe(true)
    expect(isAllowed([{ method: '*' }, deny], bodyOf(pays(mallory, 1n)))).toBe(false)
    expect(isAllowed([{ method: '*' }, deny], bodyOf('0x12345678'))).toBe(false)
  })

  test('error: cost is the fee and what the calls send', () => {
    const cheap = {
      method: '*',
      conditions: [where('ethereum_transaction.cost', 'lte', '1000010')],
    }

    expect(isAllowed([cheap], toSelf(pays(mallory, 10n)))).toBe(true)
    expect(isAllowed([cheap], toSelf(pays(mallory, 11n)))).toBe(false)
    expect(isAllowed([cheap], toSelf('0x12345678'))).toBe(false)
    expect(isAllowed([cheap], operation(pays(ownAddress, 0n, pays(alice, 10n ** 18n))))).toBe(false)
  })

  test('error: a rule for a coin sees its transfers, and what goes to the wallet itself', () => {
    const coin = {
      method,
      conditions: [
        where('token_transfer.asset', 'eq', usdc),
        where('token_transfer.to', 'eq', alice),
      ],
    }
    const data = pays(usdc, 0n, transferData(alice, 1))

    expect(isAllowed([coin], toSelf(data))).toBe(true)
    expect(isAllowed([coin], toSelf(pays(usdc, 0n, transferData(mallory, 1))))).toBe(false)
    expect(isAllowed([coin], toSelf(data, { value: 1 }))).toBe(false)
    expect(isAllowed([coin], toSelf(transferData(alice, 1)))).toBe(false)
  })

  test('a DENY on the wallet’s own address, or on the function of its account, holds', () => {
    const inputs = ['target:address', 'value:uint256', 'data:bytes'].map((each) => ({
      name: each.split(':')[0],
      type: each.split(':')[1],
    }))
    const abi = [{ type: 'function', name: 'execute', inputs, outputs: [] }]
    const deny = (condition: ReturnType<typeof where>) => [
      { method: '*' },
      { method: '*', action: 'DENY' as const, conditions: [condition] },
    ]
    const body = toSelf(pays(alice, 1n))

    expect(isAllowed(deny(where('ethereum_transaction.to', 'eq', ownAddress)), body)).toBe(false)
    expect(
      isAllowed(deny(where('ethereum_calldata.function_name', 'eq', 'execute', { abi })), body),
    ).toBe(false)
  })

  test('coins to the wallet itself without data are a plain send', () => {
    expect(isAllowed([small], send({ to: ownAddress, value: 10 }, method))).toBe(true)
    expect(isAllowed([small], send({ to: ownAddress, value: 11 }, method))).toBe(false)
  })
})

describe('limits count what the calls send', () => {
  const taken = (limit: object, body: Body, most = '10') => {
    const judgement = judgedWithin(limit, body, most)
    return judgement.isAllowed ? judgement.reservations.map(({ amount }) => amount) : 'refused'
  }
  const sum = (field: string) => ({
    metric: { function: 'sum', field_source: 'ethereum_transaction', field },
  })

  test.each([
    ['value', 4n],
    ['cost', 1_000_004n],
  ])('of %s', (field, amount) => {
    expect(taken(sum(field), toSelf(several(2, 2n)), String(amount))).toEqual([amount])
    expect(taken(sum(field), toSelf(several(2, 2n)), String(amount - 1n))).toBe('refused')
    expect(taken(sum(field), toSelf('0x12345678'), '1000000000000')).toBe('refused')
  })

  test('WAL-16: ten sends are ten, also where one call makes them', () => {
    const count = { metric: { function: 'count' } }

    expect(taken(count, toSelf(several(10, 1n)))).toEqual([10n])
    expect(taken(count, toSelf(several(11, 1n)))).toBe('refused')
  })

  test('error: the day of a delegated wallet or a program', () => {
    const { policy, limits } = consentPolicy({
      ...{ consentId: 'c', chainType: 'ethereum', address: ownAddress },
      policy: {
        ...{ version: 1, messages: false, typedData: false },
        transactions: { chainIds: ['1'], recipients: null, mostWeiPerDay: '1000010', tokens: [] },
      },
    })
    const isAllowed = (body: Body) =>
      judged(factsOf(body), { policies: [policy], limits }).isAllowed

    expect(isAllowed(toSelf(pays(mallory, 10n)))).toBe(true)
    expect(isAllowed(toSelf(pays(mallory, 11n)))).toBe(false)
    expect(isAllowed(toSelf('0x12345678'))).toBe(false)
  })
})

test('error: lists of calls that name the same bytes again and again are not read, and soon so', () => {
  /** `executeBatch` of 50 calls, all of them at one place in the data. */
  const repeated = (to: string, data: string) => {
    const bytes = data.slice(2).padEnd(Math.ceil((data.length - 2) / 64) * 64, '0')
    const offsets = word(50 * 32).repeat(50)
    const call = `${word(to)}${word(0)}${word(96)}${word((data.length - 2) / 2)}${bytes}`
    return `0x34fcd5be${word(32)}${word(50)}${offsets}${call}`
  }
  const coin = { method, conditions: [where('token_transfer.amount', 'lte', '10')] }
  for (const to of [ownAddress, mallory]) {
    let data = '0x12345678'
    for (let depth = 0; depth < 4; depth += 1) data = repeated(to, data)
    const startedAt = performance.now()

    expect(isAllowed([coin], send({ to, data }, method))).toBe(false)
    expect(isAllowed([{ method: '*' }], send({ to, data }, method))).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  }
})
