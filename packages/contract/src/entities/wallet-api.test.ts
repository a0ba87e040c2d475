import { describe, expect, test } from 'vitest'
import { outcome, rows } from '../test/outcome.js'
import { authorizationKey, authorizationKeyInput } from './authorization-key.js'
import { rpcWallet, rpcWalletInput, rpcWalletLookup } from './rpc-wallet.js'
import { typedData } from './typed-data.js'

const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

describe('rpcWalletInput', () => {
  test.each([
    { chain_type: 'ethereum' },
    { chain_type: 'solana', policy_id: 'p1', authorization_key_ids: [] },
    { chain_type: 'solana', authorization_key_ids: ['a', 'b'], authorization_threshold: 1 },
    { chain_type: 'solana', authorization_key_ids: ['a', 'b'], authorization_threshold: 2 },
  ])('keeps %j', (value) => {
    expect(outcome(rpcWalletInput, value)).toEqual({ value })
  })

  test.each(rows(0, -1, 3, 1.5, 2 ** 53, '1', null))(
    'WAL-07: error: refuses the threshold $input over two keys',
    ({ input }) => {
      const body = {
        chain_type: 'ethereum',
        authorization_key_ids: ['a', 'b'],
        authorization_threshold: input,
      }
      expect(outcome(rpcWalletInput, body)).toEqual([
        'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.',
      ])
    },
  )

  test.each([{}, { authorization_key_ids: [] }])(
    'error: refuses a threshold over no keys, given as %j',
    (keys) => {
      const body = { chain_type: 'ethereum', ...keys, authorization_threshold: 1 }
      expect(outcome(rpcWalletInput, body)).toEqual([
        'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.',
      ])
    },
  )

  test.each([
    [{}, "chain_type must be 'ethereum' or 'solana'"],
    [{ chain_type: 'bitcoin-segwit' }, "chain_type must be 'ethereum' or 'solana'"],
    [{ chain_type: 'solana', policy_id: 1 }, 'policy_id must be text'],
    [
      { chain_type: 'solana', authorization_key_ids: 'a' },
      'authorization_key_ids must be a list of ids',
    ],
    [
      { chain_type: 'solana', authorization_key_ids: [1] },
      'authorization_key_ids must be a list of ids',
    ],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(rpcWalletInput, input)).toEqual([message])
  })
})

describe('rpcWallet and rpcWalletLookup', () => {
  test.each([
    { id: 'w', address, chain_type: 'ethereum' },
    { id: 'w', address, chain_type: 'solana', authorization_threshold: 2 },
  ])('keeps %j', (value) => {
    expect(outcome(rpcWallet, value)).toEqual({ value })
  })

  test('names a wallet', () => {
    expect(outcome(rpcWalletLookup, { wallet_id: 'w' })).toEqual({ value: { wallet_id: 'w' } })
  })

  test.each([{}, { wallet_id: undefined }, { wallet_id: '' }])(
    'WAL-15: error: misses the id in %j',
    (input) => {
      expect(outcome(rpcWalletLookup, input)).toEqual(['Wallet ID must be provided'])
    },
  )

  test.each(rows(null, 1, [], ['a'], {}, true))(
    'WAL-15: error: refuses the id $input',
    ({ input }) => {
      expect([outcome(rpcWalletLookup, { wallet_id: input })].flat()[0]).toBe(
        'Wallet ID is not a valid string',
      )
    },
  )
})

describe('authorization keys', () => {
  test.each(['root', 'manager', null])('have the role %s', (role) => {
    const value = { id: 'k', display_name: null, public_key: 'p', role, created_at: 1 }
    expect(outcome(authorizationKey, value)).toEqual({ value })
    expect(outcome(authorizationKeyInput, { public_key: 'p', role })).toEqual({
      value: { public_key: 'p', role },
    })
  })

  test('are registered by a public key alone', () => {
    expect(outcome(authorizationKeyInput, { public_key: 'p' })).toEqual({
      value: { public_key: 'p' },
    })
  })

  test.each([
    [{}, 'public_key must be provided'],
    [{ public_key: '' }, 'public_key must be provided'],
    [{ public_key: 'p', role: 'owner' }, "role must be 'root', 'manager' or null"],
    [{ public_key: 'p', display_name: 1 }, 'display_name must be text'],
  ])('error: are not registered by %j', (input, message) => {
    expect(outcome(authorizationKeyInput, input)).toEqual([message])
  })
})

describe('typedData', () => {
  const value = {
    domain: { name: 'Mail', chainId: 1 },
    types: { Mail: [{ name: 'to', type: 'address' }] },
    message: { to: address },
    primary_type: 'Mail',
  }

  test('keeps free-form records', () => {
    expect(outcome(typedData, value)).toEqual({ value })
  })

  test.each([
    { ...value, primary_type: '' },
    { ...value, primary_type: undefined },
  ])('error: misses the primary type', (input) => {
    expect(outcome(typedData, input)).toEqual(['primary_type must be provided'])
  })

  test.each(['domain', 'types', 'message'])('error: refuses a list as %s', (key) => {
    expect(outcome(typedData, { ...value, [key]: [] })).toHaveLength(1)
  })
})
