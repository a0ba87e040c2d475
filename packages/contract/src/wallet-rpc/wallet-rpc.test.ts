import { describe, expect, test } from 'vitest'
import { outcome } from '../test/outcome.js'
import { walletRpcAnswers } from './answers.js'
import { walletRpc, walletRpcMethods } from './body.js'
import { delegatedRequest } from './delegated.js'
import { rawSignBody } from './raw-sign.js'
import { readWalletRpc } from './read.js'
import { ethereumTransaction } from './transaction.js'

const address = `0x${'5a'.repeat(20)}`
const hash = `0x${'01'.repeat(32)}`
const typedData = { domain: {}, types: { A: [] }, message: {}, primary_type: 'A' }
const operation = {
  sender: address,
  nonce: '0x0',
  call_data: '0x',
  call_gas_limit: '0x1',
  verification_gas_limit: '0x1',
  pre_verification_gas: '0x1',
  max_fee_per_gas: '0x1',
  max_priority_fee_per_gas: '0x1',
}
const sealed = { encryption_type: 'HPKE', recipient_public_key: 'BA==' }
const base64 = { encoding: 'base64' }

/** One body of each method, beside `method`. */
const bodies: Record<keyof typeof walletRpcMethods, object> = {
  personal_sign: { params: { message: 'hi', encoding: 'utf-8' } },
  eth_signTypedData_v4: { params: { typed_data: typedData } },
  eth_signTransaction: { params: { transaction: { to: address, value: 1 } } },
  eth_sendTransaction: { caip2: 'eip155:1', params: { transaction: { to: address } } },
  wallet_sendCalls: { caip2: 'eip155:1', params: { calls: [{ to: address, value: '0x1' }] } },
  eth_signUserOperation: {
    params: { contract: address, chain_id: '0x1', user_operation: operation },
  },
  eth_sign7702Authorization: { params: { contract: address, chain_id: 1, executor: 'self' } },
  secp256k1_sign: { params: { hash } },
  signMessage: { params: { message: 'YQ==', ...base64 } },
  signTransaction: { params: { transaction: 'AQID', ...base64 } },
  signAndSendTransaction: {
    caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    params: { transaction: 'AQID', ...base64 },
  },
  bitcoin_signMessage: { params: { message: 'hi', encoding: 'utf-8' } },
  bitcoin_signPsbt: { params: { psbt: 'cHNi', ...base64 } },
  bitcoin_sendPsbt: {
    caip2: 'bip122:000000000019d6689c085ae165831e93',
    params: { psbt: 'cHNi', ...base64 },
  },
  exportPrivateKey: { address, params: sealed },
  exportSeedPhrase: { address, params: { ...sealed, export_seed_phrase: true } },
}
const requests = Object.entries(bodies).map(([method, rest]) => ({ method, ...rest }))

describe('walletRpc', () => {
  test.each(requests)('reads $method', (body) => {
    expect(readWalletRpc(body)).toMatchObject({ request: { method: body.method } })
  })

  test.each(requests)('reads $method with the members of each client', (body) => {
    const named = { chain_type: 'ethereum', wallet_id: 'w', address }

    expect(readWalletRpc({ ...body, ...named }).request).toBeDefined()
  })

  test.each(requests)('error: refuses an unknown member of $method by its path', (body) => {
    const params = { ...('params' in body ? (body.params as object) : {}), extra: 1 }

    expect(outcome(walletRpc, { ...body, extra: 1 })).toHaveLength(1)
    expect(readWalletRpc({ ...body, params }).problem).toMatchObject({
      code: 'invalid_data',
      issue: { code: 'unrecognized_keys', path: ['params'], keys: ['extra'] },
    })
  })

  test.each(['tron_signTransaction', 'xrpl_signTransaction', 'signRawMessageBytes', 'transfer'])(
    'error: names %s as not offered',
    (method) => {
      expect(readWalletRpc({ method, params: {} }).problem).toMatchObject({
        code: 'not_supported',
        message: expect.stringContaining(method),
      })
    },
  )

  test.each(['__proto__', 'constructor', 'toString', '', undefined, null, 1, 'eth_sign'])(
    'error: does not know the method %j',
    (method) => {
      expect(readWalletRpc({ method, params: {} }).problem?.code).toBe('invalid_data')
    },
  )

  test.each([null, 'text', [], 7])('error: refuses %j as a body', (body) => {
    expect(readWalletRpc(body).problem?.code).toBe('invalid_data')
  })

  test('every method has an answer', () => {
    expect(Object.keys(walletRpcAnswers)).toEqual(Object.keys(walletRpcMethods))
  })

  test.each(['0xabcd', 'abcd', '0x', ''])('takes %j as a message in hex', (message) => {
    const body = { method: 'personal_sign', params: { message, encoding: 'hex' } }

    expect(readWalletRpc(body).request).toBeDefined()
  })

  test.each([
    { message: '0xabc', encoding: 'hex' },
    { message: 'zz', encoding: 'hex' },
    { message: 'a\uD800', encoding: 'utf-8' },
    { message: 'a', encoding: 'base64' },
  ])('error: refuses the message %j', (params) => {
    expect(readWalletRpc({ method: 'personal_sign', params }).problem?.code).toBe('invalid_data')
  })

  test.each(['', 'a', 'AQID-_', 'AQIDBA', 'AQ ID', '0x012', 'AQID\n'])(
    'error: refuses %j as base64',
    (transaction) => {
      const body = { method: 'signTransaction', params: { transaction, encoding: 'base64' } }

      expect(outcome(walletRpc, body)).toEqual(['Must be base64'])
    },
  )
})

describe('ethereumTransaction', () => {
  test.each([0, 1, 2, 4])('has type %i', (type) => {
    expect(outcome(ethereumTransaction, { type })).toEqual({ value: { type } })
  })

  test('reads numbers as hex and as whole numbers alike, and addresses in lower case', () => {
    const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

    expect(
      outcome(ethereumTransaction, { to: checksummed, value: '0x10', nonce: 16, gas_limit: '0x0' }),
    ).toEqual({ value: { to: checksummed.toLowerCase(), value: 16n, nonce: 16n, gas_limit: 0n } })
  })

  test('takes an address of EIP-1191, whose checksum is of another network', () => {
    const rsk = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'

    expect(outcome(ethereumTransaction, { to: rsk })).toEqual({ value: { to: rsk.toLowerCase() } })
  })

  test.each([
    ...['', '1', '0x', -1, 2 ** 53, 1.5, null, true, `0x${'f'.repeat(65)}`].map((value) => ({
      value,
    })),
    ...['0', 'ab', '0x1', '0xzz', 1, null].map((data) => ({ data })),
    ...[3, 118, -1, '2', '0x2', null, 1.5].map((type) => ({ type })),
    { to: '0x1' },
    { from: 'vitalik.eth' },
    { to: ` ${address}` },
    { nonce: `0x${'f'.repeat(16)}` },
    { gas_limit: `0x1${'0'.repeat(16)}` },
    { access_list: [] },
    JSON.parse('{"__proto__": 1}'),
  ] as object[])('error: refuses %j', (input) => {
    expect(ethereumTransaction.safeParse(input).success).toBe(false)
  })
})

describe('delegatedRequest', () => {
  const transaction = {
    type: 2,
    to: address,
    chain_id: 1,
    nonce: 0,
    gas_limit: 21_000,
    max_fee_per_gas: 1,
    max_priority_fee_per_gas: 0,
  }

  test('takes a whole transaction, without value and data', () => {
    const body = { method: 'eth_signTransaction', params: { transaction } }

    expect(delegatedRequest.parse(body)).toMatchObject({
      params: { transaction: { value: 0n, data: '0x', nonce: 0n } },
    })
  })

  test.each([
    'type',
    'chain_id',
    'nonce',
    'gas_limit',
    'max_fee_per_gas',
    'max_priority_fee_per_gas',
  ])('error: misses %s', (field) => {
    const body = {
      method: 'eth_signTransaction',
      params: { transaction: { ...transaction, [field]: undefined } },
    }

    expect(delegatedRequest.safeParse(body).error?.issues[0]?.path).toEqual([
      'params',
      'transaction',
      field,
    ])
  })
})

describe('rawSignBody', () => {
  test.each([{ hash }, { bytes: 'hi', encoding: 'utf-8', hash_function: 'keccak256' }])(
    'keeps %j',
    (params) => {
      expect(outcome(rawSignBody, { params })).toEqual({ value: { params } })
    },
  )

  test.each([
    {},
    { hash: '0x01' },
    { hash, bytes: 'hi', encoding: 'utf-8', hash_function: 'sha256' },
    { bytes: 'hi', encoding: 'utf-8', hash_function: 'md5' },
  ])('error: refuses %j', (params) => {
    expect(rawSignBody.safeParse({ params }).success).toBe(false)
  })
})
