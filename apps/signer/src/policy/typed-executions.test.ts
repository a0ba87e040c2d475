import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  idOf,
  judged,
  limitOf,
  mallory,
  policyOf,
  transferData,
  usdc,
  where,
  word,
} from '../testing/policies.js'

/* Transactions of a Safe, which a wallet signs as typed data: what they move, and what they pay to whom carries them out. */

const safe = `0x${'5a'.repeat(20)}`
const addressType = (name: string) => ({ name, type: 'address' })
const uint = (name: string) => ({ name, type: 'uint256' })
const safeTx = (changes: object = {}) => ({
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { chainId: 1, verifyingContract: safe },
      primary_type: 'SafeTx',
      types: {
        EIP712Domain: [uint('chainId'), addressType('verifyingContract')],
        SafeTx: [
          ...[addressType('to'), uint('value'), { name: 'data', type: 'bytes' }],
          ...[{ name: 'operation', type: 'uint8' }, uint('safeTxGas'), uint('baseGas')],
          ...[uint('gasPrice'), addressType('gasToken'), addressType('refundReceiver')],
          ...[uint('nonce'), uint('limit')],
        ],
      },
      message: {
        ...{ to: usdc, value: '0', data: transferData(alice, 5), operation: 0, safeTxGas: '9' },
        ...{ baseGas: '0', gasPrice: '0', gasToken: usdc, refundReceiver: mallory },
        ...{ nonce: '7', limit: '0', ...changes },
      },
    },
  },
})
const coin = {
  method: 'eth_signTypedData_v4',
  conditions: [
    where('token_transfer.asset', 'eq', usdc),
    where('token_transfer.to', 'eq', alice),
    where('token_transfer.amount', 'lte', '10'),
  ],
}
const hidden: [string, object][] = [
  ['a refund', { baseGas: '1', gasPrice: '1000000000000' }],
  ['a price for the gas that it uses', { gasPrice: '1' }],
  ['gas that is paid for beside it', { baseGas: '1' }],
  ['a field that is not known', { limit: '1' }],
  ['code that runs as the Safe', { operation: 1 }],
  ['a contract that the Safe makes', { operation: 2 }],
]

describe('a transaction of a Safe', () => {
  const isAllowed = (rules: Parameters<typeof policyOf>[0], changes?: object) =>
    judged(factsOf(safeTx(changes)), { policies: [policyOf(rules)] }).isAllowed

  test('that is one transfer is allowed by a rule for the coin', () => {
    expect(isAllowed([coin])).toBe(true)
    expect(isAllowed([coin], { data: transferData(alice, 11) })).toBe(false)
  })

  test.each(hidden)('error: with %s is not, and a DENY meets it', (_, changes) => {
    const deny = {
      ...{ method: '*', action: 'DENY' as const },
      conditions: [where('token_transfer.to', 'eq', mallory)],
    }

    expect(isAllowed([coin], changes)).toBe(false)
    expect(isAllowed([{ method: '*' }, deny])).toBe(true)
    expect(isAllowed([{ method: '*' }, deny], changes)).toBe(false)
  })
})

describe('a limit', () => {
  const id = idOf('limit')
  const taken = (asset: string, changes: object) => {
    const limit = limitOf({
      ...{ id, method: '*' },
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
      conditions: [where('token_transfer.asset', 'eq', asset)],
    })
    const rule = { method: '*', conditions: [where(`reference.aggregation.${id}`, 'lte', '10')] }
    // What is signed for others to carry out has no end; the limit refuses that too, so moves are looked at.
    const facts = factsOf(safeTx(changes))
    if ('unread' in facts) throw new Error(facts.unread)
    const actions = facts.actions.map((action) => ({
      ...action,
      moves: action.moves.map(({ until, ...move }) => move),
    }))
    const judgement = judged(
      { ...facts, actions },
      { policies: [policyOf([rule], { limits: [id] })], limits: [limit] },
    )
    return judgement.isAllowed
      ? judgement.reservations.map(({ amount }) => amount)
      : judgement.refusal.reason
  }
  const unread = expect.stringContaining('cannot be read')

  test.each(hidden)('error: does not hold one with %s', (_, changes) => {
    expect(taken(usdc, changes)).toEqual(unread)
    expect(taken('native', changes)).toEqual(unread)
  })

  test('error: counts the coins that it sends, and does not hold a call of the Safe to itself', () => {
    const enable = `0x610b5925${word(mallory)}`

    expect(taken('native', { to: alice, data: '0x', value: '7' })).toEqual([7n])
    expect(taken('native', { to: alice, data: '0x', value: '11' })).toContain('asks for 11')
    expect(taken(usdc, { to: safe, data: enable })).toEqual(unread)
  })
})
