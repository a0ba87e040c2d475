import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  judged,
  judgedWithin,
  mallory,
  policyOf,
  send,
  transferData,
  usdc,
  where,
  word,
} from '../testing/policies.js'

/* How limits and rules see a network's own coin: under each of its names, and in each way that it moves. */

type Body = Parameters<typeof factsOf>[0]
const celo = '0x471ece3750da237f93b8e339c536989b8978a438'
const anyCoin = `0x${'ee'.repeat(20)}`
const million = 10n ** 24n

function taken(limit: object, body: Body, most = '10') {
  const judgement = judgedWithin(limit, body, most)
  if (!judgement.isAllowed) return 'refused'
  return judgement.reservations.map(({ scopeKey, amount }) => [scopeKey, amount])
}
const isDenied = (body: Body, conditions: ReturnType<typeof where>[]) =>
  !judged(factsOf(body), {
    policies: [policyOf([{ method: '*', action: 'DENY', conditions }, { method: '*' }])],
  }).isAllowed
const sum = (field: string, more: object = {}) => ({
  metric: { function: 'sum', field_source: 'ethereum_transaction', field },
  scope: 'app',
  ...more,
})
const amountsOf = (asset: string) => ({
  metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
  conditions: [where('token_transfer.asset', 'eq', asset)],
  scope: 'app',
})
/** Typed data that a contract account carries out as a call. */
const execute = (message: object, domain: object = {}) => ({
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { chainId: 1, verifyingContract: alice, ...domain },
      primary_type: 'Execute',
      types: {
        Execute: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      message: { value: '0', data: '0x', deadline: '1800000001', ...message },
    },
  },
})
const ofNative = [where('token_transfer.asset', 'eq', 'native')]

describe('a limit on the coin with a condition on moves', () => {
  test('counts what others carry out', () => {
    const body = execute({ to: mallory, value: '7' })
    expect(taken(sum('value', { conditions: ofNative }), body)).toEqual([['app', 7n]])
    expect(taken(sum('value', { conditions: ofNative }), body, '6')).toBe('refused')
  })

  test('counts what a transaction sends once', () => {
    const deposit = send({ value: 5, data: '0xd0e30db0' })
    const conditions = [where('token_transfer.chain_id', 'eq', '1')]
    expect(taken(sum('value', { conditions }), deposit, '9')).toEqual([['app', 5n]])
  })

  test('a transfer of a token is nothing of it', () => {
    expect(
      taken(sum('value', { conditions: ofNative }), send({ data: transferData(alice, 99) })),
    ).toEqual([])
  })
})

describe('the cost, for each recipient', () => {
  const each = sum('cost', { scope: 'recipient' })

  test('is the value and the fee', () => {
    // Gas 100,000 at 10 wei.
    expect(taken(each, send({ to: mallory, value: 3 }), '1000003')).toEqual([
      [`recipient:${mallory}`, 1_000_003n],
    ])
  })

  test('is the fee where a token is sent', () => {
    expect(taken(each, send({ data: transferData(alice, 3) }), '1000000')).toEqual([
      [`recipient:${alice}`, 1_000_000n],
    ])
    expect(taken(each, send({ data: transferData(alice, 3) }), '999999')).toBe('refused')
  })
})

describe('a coin that is a token as well', () => {
  const sendCelo = send({ chain_id: 42_220, to: mallory, value: `0x${million.toString(16)}` })

  test('has the name of its contract, however it moves', () => {
    expect(isDenied(sendCelo, [where('token_transfer.asset', 'eq', celo)])).toBe(true)
    expect(taken(amountsOf(celo), sendCelo)).toBe('refused')
    expect(
      isDenied(send({ to: mallory, value: 1 }), [where('token_transfer.asset', 'eq', celo)]),
    ).toBe(false)
  })

  test.each([1_440_000, 31_612, 787, 59_902])('on network %i, moved by its contract', (chainId) => {
    const contracts: Record<number, string> = {
      31612: '0x7b7c000000000000000000000000000000000000',
      787: '0x0000000000000000000100000000000000000000',
      59902: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
    }
    const data = transferData(mallory, million)
    const body = send({ chain_id: chainId, to: contracts[chainId] ?? anyCoin, data })
    expect(taken(sum('value'), body)).toBe('refused')
    expect(isDenied(body, ofNative)).toBe(true)
  })
})

describe('code of the network, called by typed data', () => {
  const batch = `0x96e292b8${[128, 192, 256, 352, 1].map(word).join('')}${word(mallory)}`
  const at = (digits: string) => `0x${digits.padStart(40, '0')}`
  const body = execute({ to: at('808'), data: batch }, { chainId: 1284 })

  test('may move the coin', () => {
    expect(isDenied(body, ofNative)).toBe(true)
    expect(taken(amountsOf('native'), body)).toBe('refused')
    expect(taken(sum('value'), body)).toBe('refused')
  })

  test('receives coins when the call has no data', () => {
    expect(taken(amountsOf('native'), execute({ to: at('808'), value: '3' }))).toEqual([
      ['app', 3n],
    ])
    expect(isDenied(execute({ to: usdc, data: transferData(alice, 1) }), ofNative)).toBe(false)
  })
})

describe('the fee of an operation', () => {
  const operation = (paymaster?: string) => ({
    method: 'eth_signUserOperation',
    params: {
      contract: '0x0000000071727de22e5e9d8baf0edac6f37da032',
      chain_id: 1,
      user_operation: {
        ...{
          sender: alice,
          nonce: '0x0',
          max_fee_per_gas: '0xff',
          max_priority_fee_per_gas: '0x1',
        },
        ...{ call_data: `0xb61d27f6${word(mallory)}${word(0)}${word(96)}${word(0)}` },
        ...{ call_gas_limit: '0xf', verification_gas_limit: '0xf', pre_verification_gas: '0xf' },
        ...(paymaster && {
          ...{ paymaster, paymaster_verification_gas_limit: '0x1' },
          paymaster_post_op_gas_limit: '0x1',
        }),
      },
    },
  })
  const high = [where('ethereum_transaction.max_fee', 'gt', '10')]

  test('is a fee as that of a transaction, unless a paymaster pays it', () => {
    expect(taken(sum('max_fee'), operation())).toBe('refused')
    expect(isDenied(operation(), high)).toBe(true)
    expect(taken(sum('max_fee'), operation(mallory))).toEqual([])
    expect(isDenied(operation(mallory), high)).toBe(false)
  })
})
