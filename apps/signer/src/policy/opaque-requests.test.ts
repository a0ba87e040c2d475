import { describe, expect, test } from 'vitest'
import {
  factsOf,
  judged,
  judgedWithin,
  type limitOf,
  mallory,
  ownAddress,
  policyOf,
  send,
  where,
} from '../testing/policies.js'

/* Requests that may be any other one: digests, hashes as messages, and calls of an account to itself that cannot be read. */

type Body = Parameters<typeof factsOf>[0]
type Limit = Omit<Parameters<typeof limitOf>[0], 'id' | 'method'>
const hash = '11'.repeat(32)
const digest = { method: 'secp256k1_sign', params: { hash: `0x${hash}` } }
const message = { method: 'personal_sign', params: { message: `0x${hash}`, encoding: 'hex' } }
const selfCall = send({ to: ownAddress, data: '0x12345678' })
const opaque: [string, Body][] = [
  ['a digest', digest],
  ['a message of 32 bytes', message],
  ['a call to itself', selfCall],
]

function isWithin(limit: Limit, body: Body): boolean {
  return judgedWithin(limit, body).isAllowed
}
function isSigned(body: Body, denied: ReturnType<typeof where>): boolean {
  const rules = [{ method: '*', action: 'DENY' as const, conditions: [denied] }, { method: '*' }]
  return judged(factsOf(body), { policies: [policyOf(rules)] }).isAllowed
}
const sum = (source: string, field: string, more: object = {}): Limit => ({
  metric: { function: 'sum', field_source: source, field, ...more },
  scope: 'wallet',
})
const argument = {
  abi: [
    {
      ...{ type: 'function', name: 'transfer', stateMutability: 'nonpayable', outputs: [] },
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
  ],
}

describe.each(opaque)('%s', (_, body) => {
  test.each<[string, Limit]>([
    [
      'amounts on one network',
      { ...sum('token_transfer', 'amount'), conditions: [where('system.chain_id', 'eq', '1')] },
    ],
    [
      'coins on one network',
      {
        ...sum('ethereum_transaction', 'value'),
        conditions: [where('token_transfer.chain_id', 'eq', '1')],
      },
    ],
    ['fees of operations', sum('ethereum_user_operation', 'max_fee')],
    ['an argument of calls', sum('ethereum_calldata', 'transfer.amount', argument)],
    ['requests for each recipient', { metric: { function: 'count' }, scope: 'recipient' }],
  ])('error: is in no limit on %s', (_what, limit) => {
    expect(isWithin(limit, body)).toBe(false)
  })

  test.each([
    where('token_transfer.to', 'eq', mallory),
    where('ethereum_transaction.to', 'eq', mallory),
    where('ethereum_transaction.value', 'gt', '10'),
    where('ethereum_user_operation.sender', 'eq', mallory),
    where('ethereum_calldata.function_name', 'eq', 'transfer', argument),
  ])('error: meets a DENY on $field_source $field', (denied) => {
    expect(isSigned(body, denied)).toBe(false)
  })

  test('counts as one request', () => {
    expect(isWithin({ metric: { function: 'count' }, scope: 'wallet' }, body)).toBe(true)
  })
})

test.each(opaque.slice(0, 2))('error: %s meets a DENY on a network', (_, body) => {
  expect(isSigned(body, where('system.chain_id', 'eq', '1'))).toBe(false)
})

test('what a request says of itself stays known', () => {
  expect(isSigned(message, where('message.byte_length', 'gt', '32'))).toBe(true)
  expect(isSigned(digest, where('system.current_unix_timestamp', 'gt', '9999999999'))).toBe(true)
  const text = { method: 'personal_sign', params: { message: 'Log in', encoding: 'utf-8' } }
  expect(isSigned(text, where('ethereum_transaction.to', 'eq', mallory))).toBe(true)
})
