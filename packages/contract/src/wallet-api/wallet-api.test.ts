import { describe, expect, test } from 'vitest'
import { outcome } from '../test/outcome.js'
import { aggregationInput } from './aggregation.js'
import { balanceQuery } from './balance.js'
import { conditionSetItemsInput } from './condition-set.js'
import { intentTransitions } from './intent.js'
import { keyQuorumInput, keyQuorumUpdate } from './key-quorum.js'
import { walletImportInit } from './key-transport.js'
import { policyInput, policyRuleInput, policyUpdate } from './policy.js'
import { aggregations, conditionSets, keyQuorums, policies } from './routes/governance.js'
import { intents, transactions } from './routes/intents.js'
import { serverWallets, walletActions } from './routes/wallets.js'
import { transactionQuery } from './transaction.js'
import { transferInput } from './transfer.js'
import { walletInput, walletQuery, walletUpdate } from './wallet.js'

const id = `w${'0'.repeat(23)}`
const key = 'A'.repeat(120)
const accepted = (schema: Parameters<typeof outcome>[0], input: unknown) =>
  !Array.isArray(outcome(schema, input))

describe('walletInput', () => {
  test.each([
    { chain_type: 'ethereum' },
    { chain_type: 'solana', owner: null },
    { chain_type: 'ethereum', owner: { public_key: key }, policy_ids: [id] },
    { chain_type: 'ethereum', owner_id: id, additional_signers: [{ signer_id: id }] },
    { chain_type: 'ethereum', authorization_keys_ids: [id], authorization_threshold: 1 },
    { chain_type: 'bitcoin-taproot', authorization_key_ids: [id], display_name: 'Payouts' },
    { chain_type: 'tron', external_id: 'a_b-1', entity: { id: 'x', type: 'user' } },
  ])('takes %j', (body) => {
    expect(accepted(walletInput, body)).toBe(true)
  })

  test.each([
    { chain_type: 'ethereum', owner: {} },
    { chain_type: 'ethereum', owner: { public_key: key, user_id: 'did:privy:a' } },
    { chain_type: 'ethereum', owner: null, owner_id: id },
    { chain_type: 'ethereum', policy_ids: [id, id] },
    { chain_type: 'ethereum', policy_ids: ['short'] },
    { chain_type: 'ethereum', additional_signers: [], authorization_key_ids: [id] },
    { chain_type: 'ethereum', external_id: 'a b' },
    { chain_type: 'ethereum', display_name: 'a'.repeat(51) },
    { chain_type: 'ethereum', unknown: 1 },
    {},
  ])('error: refuses %j', (body) => {
    expect(accepted(walletInput, body)).toBe(false)
  })

  test.each([0, 2, 1.5, '1', null, -1])(
    'WAL-07: error: refuses the threshold %j over one key',
    (threshold) => {
      const body = {
        chain_type: 'ethereum',
        authorization_key_ids: [id],
        authorization_threshold: threshold,
      }

      expect(outcome(walletInput, body)).toEqual([
        'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.',
      ])
    },
  )
})

describe('keys and quorums', () => {
  test('a key keeps one spelling, without PEM armour and line breaks', () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${key.slice(0, 64)}\n${key.slice(64)}\n-----END PUBLIC KEY-----\n`

    expect(outcome(keyQuorumInput, { public_keys: [pem] })).toEqual({
      value: { public_keys: [key] },
    })
  })

  test.each([
    {},
    { public_keys: [] },
    { public_keys: [key], authorization_threshold: 2 },
    { public_keys: [key], authorization_threshold: 0 },
    { public_keys: ['short'] },
    { public_keys: [key], extra: 1 },
  ])('error: a quorum is not %j', (body) => {
    expect(accepted(keyQuorumInput, body)).toBe(false)
  })

  test('error: a change changes something', () => {
    expect(outcome(keyQuorumUpdate, {})).toEqual(['Give at least one field'])
    expect(outcome(walletUpdate, {})).toEqual(['Give at least one field'])
    expect(outcome(policyUpdate, {})).toEqual(['Give at least one field'])
  })
})

describe('policies and limits', () => {
  const condition = { field_source: 'system', field: 'a', operator: 'eq', value: '1' }
  const rule = { name: 'r', method: '*', action: 'ALLOW', conditions: [condition] }
  const policy = { version: '1.0', name: 'p', chain_type: 'ethereum', rules: [rule] }

  test('takes conditions in the camel case of server-auth', () => {
    const camel = {
      fieldSource: 'ethereum_typed_data_message',
      field: 'owner',
      operator: 'eq',
      value: '0x',
      typedData: { primaryType: 'Permit', types: {} },
    }

    expect(outcome(policyRuleInput, { ...rule, conditions: [camel] })).toMatchObject({
      value: {
        conditions: [
          {
            field_source: 'ethereum_typed_data_message',
            typed_data: { primary_type: 'Permit', types: {} },
          },
        ],
      },
    })
  })

  test.each([
    { ...policy, version: '2.0' },
    { ...policy, owner: {} },
    { ...policy, rules: [{ ...rule, action: 'allow' }] },
    { ...policy, rules: [{ ...rule, conditions: [{ ...condition, value: 1 }] }] },
    { ...policy, rules: [{ ...rule, conditions: [{ ...condition, operator: 'matches' }] }] },
    { ...policy, rules: [{ ...rule, conditions: [{ ...condition, fieldSource: 'system' }] }] },
    { ...policy, rules: [{ ...rule, conditions: [null] }] },
  ])('error: refuses the policy %j', (body) => {
    expect(accepted(policyInput, body)).toBe(false)
  })

  test.each([60, 3_600, 2_678_400])('a limit has a window of %i seconds', (seconds) => {
    const limit = { name: 'l', method: '*', metric: { function: 'count' } }

    expect(accepted(aggregationInput, { ...limit, window: { type: 'rolling', seconds } })).toBe(
      true,
    )
  })

  test.each([59, 2_678_401, 60.5])('error: but not of %d seconds', (seconds) => {
    const limit = { name: 'l', method: '*', metric: { function: 'count' } }

    expect(accepted(aggregationInput, { ...limit, window: { type: 'rolling', seconds } })).toBe(
      false,
    )
  })

  test('error: a set takes at most 100 values at once, none of them empty', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `${at}` }))

    expect(accepted(conditionSetItemsInput, items(100))).toBe(true)
    expect(accepted(conditionSetItemsInput, items(101))).toBe(false)
    expect(accepted(conditionSetItemsInput, [{ value: '' }])).toBe(false)
  })
})

describe('queries and transfers', () => {
  test('WAL-21: error: refuses a limit above 100', () => {
    expect(outcome(walletQuery, { limit: '101' })).toEqual([
      'Query limit can be at maximum 100 records.',
    ])
  })

  test('reads comma-joined lists and flags of a query', () => {
    expect(outcome(balanceQuery, { asset: 'eth,usdc', chain: 'base' })).toEqual({
      value: { asset: ['eth', 'usdc'], chain: ['base'] },
    })
    expect(outcome(walletQuery, { include_archived: 'true' })).toEqual({
      value: { include_archived: true },
    })
  })

  test.each([{ token: 'base:0x1', chain: 'base' }, { asset: 'eth' }, {}])(
    'error: refuses the balance query %j',
    (query) => {
      expect(accepted(balanceQuery, query)).toBe(false)
    },
  )

  test('error: transactions are of one asset or token', () => {
    expect(accepted(transactionQuery, { chain: 'base', asset: 'eth' })).toBe(true)
    expect(accepted(transactionQuery, { chain: 'base' })).toBe(false)
    expect(accepted(transactionQuery, { chain: 'base', asset: 'eth', token: 'x' })).toBe(false)
  })

  const destination = { address: '0x1' }
  test.each([
    { source: { asset: 'usdc', chain: 'base' }, destination, amount: '1.5' },
    { source: { asset_address: '0x2', chain: 'base', amount: '0.01' }, destination },
  ])('takes the transfer %j', (body) => {
    expect(accepted(transferInput, body)).toBe(true)
  })

  test.each([
    { source: { asset: 'usdc', chain: 'base' }, destination },
    { source: { chain: 'base' }, destination, amount: '1' },
    ...['0', '-1', '1e3', '.5', '1.', '0.0', '01', ' 1', '٣'].map((amount) => ({
      source: { asset: 'usdc', chain: 'base' },
      destination,
      amount,
    })),
  ])('error: refuses the transfer %j', (body) => {
    expect(accepted(transferInput, body)).toBe(false)
  })

  test('error: an index belongs to a phrase', () => {
    const source = { address: 'a', chain_type: 'ethereum', encryption_type: 'HPKE' }

    expect(accepted(walletImportInit, { ...source, entropy_type: 'hd', index: 0 })).toBe(true)
    expect(accepted(walletImportInit, { ...source, entropy_type: 'hd' })).toBe(false)
    expect(accepted(walletImportInit, { ...source, entropy_type: 'private-key', index: 0 })).toBe(
      false,
    )
  })
})

test('no state follows an intent that is over', () => {
  const over = ['executed', 'failed', 'expired', 'rejected', 'dismissed'] as const

  expect(over.flatMap((status) => intentTransitions[status])).toEqual([])
})

test('every call of the wallet API has a path of its own', () => {
  const groups = [
    serverWallets,
    walletActions,
    keyQuorums,
    policies,
    aggregations,
    conditionSets,
    intents,
    transactions,
  ]
  const calls = groups.flatMap((group) =>
    Object.values(group).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '*')}`),
  )

  expect(new Set(calls).size).toBe(calls.length)
  expect(calls.length).toBe(61)
})
