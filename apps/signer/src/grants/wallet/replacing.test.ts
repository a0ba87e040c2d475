import { TxEnvelopeEip1559 } from 'ox'
import { describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice } from '../../testing/policies.js'
import type { ServerWallets } from '../../testing/server-wallets.js'

/* What is signed in the place of what was signed: with its nonce, within bounds, and counted once. */

const { world, wallets } = await openServerWallets()

type Wallet = Awaited<ReturnType<ServerWallets['create']>>
const owner = newKey()
const numbers = (fee = '100', more: object = {}) => ({
  ...{ nonce: '7', gas_limit: '21000', max_fee_per_gas: fee, max_priority_fee_per_gas: '1' },
  ...more,
})
const transaction = { to: alice, value: 5, chain_id: 1 }
const body = { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } }

const sending = (
  { walletId, apiShare }: Wallet,
  { filled, expiry, key = 'k' }: { filled: object; expiry?: number; key?: string },
) => ({
  ...{ appId: world.appId, walletId, apiShare, filled: [filled] },
  request: wallets.signed(
    {
      path: `wallets/${walletId}/rpc`,
      body,
      headers: {
        'privy-idempotency-key': key,
        ...(expiry !== undefined && { 'privy-request-expiry': String(expiry) }),
      },
    },
    [owner],
  ),
})
const read = async (call: string, input: object) => {
  const { data } = await wallets.outputOf(call, input)
  return TxEnvelopeEip1559.deserialize(data.signed_transaction as `0x02${string}`)
}
const owned = () => wallets.create({ owner: { publicKey: owner.spki } })

describe('a signature with higher fees', () => {
  test('has the same nonce, also when the time of the request is over', async () => {
    const wallet = await owned()
    const expiry = world.clock.nowMs() + 60_000
    const first = sending(wallet, { filled: numbers(), expiry })
    await wallets.outputOf('signWithWallet', first)
    world.clock.ms += 120_000
    const bumped = { ...first, filled: [numbers('200')], replaces: true }

    expect(await read('signWithWallet', bumped)).toMatchObject({ nonce: 7n, maxFeePerGas: 200n })
    expect(await wallets.codeOf('signWithWallet', first)).toBe('wrong_signature')
  })

  test.each([
    ['another nonce', numbers('200', { nonce: '8' })],
    ['more gas', numbers('200', { gas_limit: '90000' })],
    ['six times the fee', numbers('600')],
  ])('error: %s', async (_name, filled) => {
    const wallet = await owned()
    const first = sending(wallet, { filled: numbers() })
    await wallets.outputOf('signWithWallet', first)
    const bumped = { ...first, filled: [filled], replaces: true }
    expect(await wallets.codeOf('signWithWallet', bumped)).toBe('invalid_request')
  })

  test('error: of a request that was never signed', async () => {
    const wallet = await owned()
    const input = { ...sending(wallet, { filled: numbers('200') }), replaces: true }
    expect(await wallets.codeOf('signWithWallet', input)).toBe('invalid_request')
  })
})

describe('a transaction that does nothing', () => {
  const cancelling = ({ walletId, apiShare }: Wallet, filled: object, keys = [owner]) => ({
    ...{ appId: world.appId, walletId, apiShare, filled: [filled] },
    request: wallets.signed(
      { path: `wallets/${walletId}/transactions/${'a'.repeat(24)}/cancel`, body: {} },
      keys,
    ),
  })
  const noop = (fee: string, nonce = '7') => ({ ...numbers(fee), nonce, chain_id: '1' })

  test('takes a nonce that was signed with, for its owner', async () => {
    const wallet = await owned()
    await wallets.outputOf('signWithWallet', sending(wallet, { filled: numbers() }))

    const sent = await read('signNoop', cancelling(wallet, noop('200')))
    expect(sent).toMatchObject({ nonce: 7n, gas: 21_000n, maxFeePerGas: 200n, chainId: 1 })
    expect([sent.to, sent.value ?? 0n, sent.data]).toEqual([
      wallet.address.toLowerCase(),
      0n,
      undefined,
    ])
    const codes = [
      await wallets.codeOf('signNoop', cancelling(wallet, noop('200'), [newKey()])),
      await wallets.codeOf('signNoop', cancelling(wallet, noop('200', '8'))),
      await wallets.codeOf('signNoop', cancelling(wallet, noop('6000'))),
      await wallets.codeOf('signNoop', cancelling(wallet, { ...noop('9'), gas_limit: '90000' })),
    ]
    expect(codes).toEqual([
      'wrong_signature',
      ...['invalid_request', 'invalid_request', 'invalid_request'],
    ])
  })

  test('takes a nonce before one that was signed with, and none after it', async () => {
    const wallet = await owned()
    const later = sending(wallet, { filled: numbers() })
    await wallets.outputOf('signWithWallet', later)
    const filling = (nonce: string) => ({ ...later, filled: [noop('100', nonce)] })

    expect(await read('signNoop', filling('6'))).toMatchObject({ nonce: 6n })
    expect(await wallets.codeOf('signNoop', filling('7'))).toBe('invalid_request')
    expect(await wallets.codeOf('signNoop', filling('8'))).toBe('invalid_request')
  })

  test('is of the network of the request that waits', async () => {
    const wallet = await owned()
    const later = sending(wallet, { filled: numbers('100', { nonce: '70' }) })
    await wallets.outputOf('signWithWallet', later)
    const codeOf = (nonce: string, chain_id: string) =>
      wallets.codeOf('signNoop', { ...later, filled: [{ ...noop('100', nonce), chain_id }] })

    expect(await codeOf('69', '1')).toBeUndefined()
    for (const chain_id of ['137', '0', '11155111'])
      expect(await codeOf('69', chain_id)).toBe('invalid_request')
    // Each of many would cost its fee.
    expect([await codeOf('6', '1'), await codeOf('5', '1')]).toEqual([undefined, 'invalid_request'])
  })

  test('error: before a request that sends nothing', async () => {
    const wallet = await owned()
    const asked = { method: 'eth_signTransaction', params: { transaction } }
    const { walletId, apiShare } = wallet
    const input = {
      ...{ appId: world.appId, walletId, apiShare, filled: [numbers()] },
      request: wallets.signed({ path: `wallets/${walletId}/rpc`, body: asked }, [owner]),
    }
    await wallets.outputOf('signWithWallet', input)
    const before = { ...input, filled: [noop('100', '6')] }
    expect(await wallets.codeOf('signNoop', before)).toBe('invalid_request')
  })
})
