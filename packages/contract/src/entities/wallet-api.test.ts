import { describe, expect, test } from 'vitest'
import { outcome, rows } from '../test/outcome.js'
import { authorizationKey, authorizationKeyInput } from './authorization-key.js'
import { ethereumRpcRequest, ethereumRpcResponse } from './ethereum-rpc.js'
import { ethereumTransaction } from './ethereum-transaction.js'
import { rpcWallet, rpcWalletInput, rpcWalletLookup } from './rpc-wallet.js'
import { solanaRpcRequest, solanaRpcResponse } from './solana-rpc.js'
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

describe('ethereumTransaction', () => {
  test.each([
    {},
    { to: address, value: 1 },
    {
      from: address,
      to: address,
      chain_id: '0x1',
      nonce: 0,
      data: '0x',
      value: `0x${'f'.repeat(64)}`,
      type: 2,
      gas_limit: 21000,
      gas_price: '0x1',
      max_fee_per_gas: 2 ** 53 - 1,
      max_priority_fee_per_gas: '0x0',
    },
    { type: 0 },
    { type: 1 },
  ])('keeps %j', (value) => {
    expect(outcome(ethereumTransaction, value)).toEqual({ value })
  })

  test.each([
    ...['0', '', 'ab', '0x1', '0xzz', 1, null].map((data) => [
      { data },
      'data must be a 0x hex string',
    ]),
    ...[3, -1, '2', '0x2', null, 1.5].map((type) => [{ type }, 'type must be 0, 1 or 2']),
    ...[
      'chain_id',
      'nonce',
      'value',
      'gas_limit',
      'gas_price',
      'max_fee_per_gas',
      'max_priority_fee_per_gas',
    ].flatMap((name) =>
      ['', '1', '0x', -1, 2 ** 53, 1.5].map((value) => [
        { [name]: value },
        `${name} must be a 0x hex string or a whole number`,
      ]),
    ),
    [{ to: '0x1' }, 'Invalid Ethereum address'],
    [{ from: 'vitalik.eth' }, 'Invalid Ethereum address'],
  ] as [object, string][])('error: refuses %j', (input, message) => {
    expect(outcome(ethereumTransaction, input)).toEqual([message])
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

describe('ethereumRpcRequest', () => {
  const transaction = { to: address, value: '0x1' }

  test.each([
    { method: 'eth_signTransaction', params: { transaction } },
    { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } },
    { method: 'personal_sign', params: { message: 'h\u00e9llo \u{1F600}', encoding: 'utf-8' } },
    { method: 'personal_sign', params: { message: '0xdeadBEEF', encoding: 'hex' } },
    { method: 'personal_sign', params: { message: 'deadbeef', encoding: 'hex' } },
    {
      method: 'eth_signTypedData_v4',
      address,
      chain_type: 'ethereum',
      params: { typed_data: { domain: {}, types: {}, message: {}, primary_type: 'A' } },
    },
  ])('keeps %j', (value) => {
    expect(outcome(ethereumRpcRequest, value)).toEqual({ value })
  })

  test.each([
    [
      { method: 'personal_sign', params: { message: 'a\uD800', encoding: 'utf-8' } },
      'message is not well-formed text',
    ],
    [
      { method: 'personal_sign', params: { message: '0xabc', encoding: 'hex' } },
      'message must be hex, two digits a byte',
    ],
    [
      { method: 'eth_sendTransaction', params: { transaction } },
      "Chain ID must be a valid CAIP-2 chain ID, e.g. 'eip155:1'",
    ],
    [
      { method: 'eth_signTransaction', params: { transaction: { data: 'ab' } } },
      'data must be a 0x hex string',
    ],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(ethereumRpcRequest, input)).toEqual([message])
  })

  test.each([
    { method: 'personal_sign', params: { message: 'a', encoding: 'base64' } },
    { method: 'eth_sign', params: { message: 'a' } },
    { method: 'signMessage', params: { message: 'YQ==', encoding: 'base64' } },
    { method: '__proto__', params: {} },
    { method: 'personal_sign', chain_type: 'solana', params: { message: 'a', encoding: 'utf-8' } },
  ])('error: does not know %j', (input) => {
    expect(outcome(ethereumRpcRequest, input)).toHaveLength(1)
  })
})

describe('solanaRpcRequest', () => {
  test.each([
    { method: 'signTransaction', params: { transaction: 'AQID', encoding: 'base64' } },
    {
      method: 'signAndSendTransaction',
      caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      params: { transaction: 'AQIDBA==', encoding: 'base64' },
    },
    {
      method: 'signMessage',
      chain_type: 'solana',
      params: { message: 'YQ==', encoding: 'base64' },
    },
  ])('keeps %j', (value) => {
    expect(outcome(solanaRpcRequest, value)).toEqual({ value })
  })

  test.each(['', 'a', 'AQID-_', 'AQIDBA', 'AQ ID', '0x012', 'AQID\n'])(
    'error: refuses %j as base64',
    (text) => {
      const encoding = 'base64'
      expect(
        outcome(solanaRpcRequest, { method: 'signMessage', params: { message: text, encoding } }),
      ).toEqual(['message must be base64'])
      expect(
        outcome(solanaRpcRequest, {
          method: 'signTransaction',
          params: { transaction: text, encoding },
        }),
      ).toEqual(['transaction must be base64'])
    },
  )

  test('error: refuses another encoding, and a send without its chain', () => {
    expect(
      outcome(solanaRpcRequest, {
        method: 'signMessage',
        params: { message: 'YQ==', encoding: 'utf-8' },
      }),
    ).toEqual(["encoding must be 'base64'"])
    expect(
      outcome(solanaRpcRequest, {
        method: 'signAndSendTransaction',
        params: { transaction: 'AQID', encoding: 'base64' },
      }),
    ).toEqual(["Chain ID must be a valid CAIP-2 chain ID, e.g. 'eip155:1'"])
  })
})

describe('signing responses', () => {
  test.each([
    { method: 'eth_signTransaction', data: { signed_transaction: '0x02', encoding: 'rlp' } },
    { method: 'eth_sendTransaction', data: { hash: '0x01', caip2: 'eip155:1' } },
    { method: 'eth_sendTransaction', error: { code: 'insufficient_funds', message: 'No' } },
    { method: 'personal_sign', data: { signature: '0x01', encoding: 'hex' } },
    { method: 'eth_signTypedData_v4', data: { signature: '0x01', encoding: 'hex' } },
  ])('on Ethereum are %j', (value) => {
    expect(outcome(ethereumRpcResponse, value)).toEqual({ value })
  })

  test.each([
    { method: 'signTransaction', data: { signed_transaction: 'AQ==', encoding: 'base64' } },
    { method: 'signAndSendTransaction', data: { hash: '5', caip2: 'solana:a' } },
    {
      method: 'signAndSendTransaction',
      error: { code: 'transaction_broadcast_failure', message: 'No' },
    },
    { method: 'signMessage', data: { signature: 'AQ==', encoding: 'base64' } },
  ])('on Solana are %j', (value) => {
    expect(outcome(solanaRpcResponse, value)).toEqual({ value })
  })

  test.each([
    { method: 'personal_sign', data: { signature: '0x01', encoding: 'base64' } },
    { method: 'personal_sign', error: { code: 'a', message: 'b' } },
    { method: 'eth_sendTransaction' },
  ])('error: are not %j', (input) => {
    expect(outcome(ethereumRpcResponse, input)).toHaveLength(1)
  })
})
