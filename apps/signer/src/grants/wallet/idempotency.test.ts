import { TxEnvelopeEip1559 } from 'ox'
import { describe, expect, test } from 'vitest'
import { type AppKey, newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, transferData, usdc } from '../../testing/policies.js'
import type { ServerWallets } from '../../testing/server-wallets.js'

/* One intention is signed once: by its idempotency key, and by what the owner has signed. */

const { world, wallets } = await openServerWallets()

type Wallet = Awaited<ReturnType<ServerWallets['create']>>

const filledWith = (nonce: number) => [
  {
    nonce: String(nonce),
    gas_limit: '21000',
    max_fee_per_gas: '10',
    max_priority_fee_per_gas: '1',
  },
]
const asked = (value = 1) => ({
  method: 'eth_sendTransaction',
  caip2: 'eip155:1',
  params: { transaction: { to: alice, value } },
})

const sending = (
  { walletId, apiShare }: Wallet,
  {
    body = asked() as object,
    key,
    nonce,
    keys = [],
  }: { body?: object; key?: string; nonce: number; keys?: AppKey[] },
) => ({
  ...{ appId: world.appId, walletId, apiShare, filled: filledWith(nonce) },
  request: wallets.signed(
    {
      path: `wallets/${walletId}/rpc`,
      body,
      ...(key !== undefined && { headers: { 'privy-idempotency-key': key } }),
    },
    keys,
  ),
})

const nonceOf = async (input: object) => {
  const { data } = await wallets.outputOf('signWithWallet', input)
  return TxEnvelopeEip1559.deserialize(data.signed_transaction as `0x02${string}`).nonce
}

describe('WAL-19: an idempotency key', () => {
  test('of the same body gives the same bytes, whatever is filled in later; 50 times at once', async () => {
    const wallet = await wallets.create()
    const nonces = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        nonceOf(sending(wallet, { key: 'one', nonce: at + 1 })),
      ),
    )

    expect(new Set(nonces).size).toBe(1)
    expect(await nonceOf(sending(wallet, { key: 'two', nonce: 99 }))).toBe(99n)
  })

  test('error: of another body, and after 24 hours', async () => {
    const wallet = await wallets.create()
    const input = sending(wallet, { key: 'k', nonce: 1 })
    await wallets.outputOf('signWithWallet', input)
    const other = sending(wallet, { key: 'k', nonce: 1, body: asked(2) })

    expect(await wallets.ask('signWithWallet', other)).toMatchObject({
      error: { code: 'replayed', details: { message: expect.stringContaining('another body') } },
    })
    world.clock.ms += 86_400_001
    expect(await wallets.codeOf('signWithWallet', input)).toBe('replayed')
  })

  test('of two wallets are two', async () => {
    const [one, two] = [await wallets.create(), await wallets.create()]

    expect(await nonceOf(sending(one, { key: 'same', nonce: 1 }))).toBe(1n)
    expect(await nonceOf(sending(two, { key: 'same', nonce: 2 }))).toBe(2n)
  })

  test('takes from a limit once', async () => {
    const limitId = await wallets.limit({ metric: { function: 'count' }, scope: 'wallet' })
    const cap = {
      ...{ field_source: 'reference', field: `aggregation.${limitId}` },
      ...{ operator: 'lte', value: '1' },
    }
    const rules = [
      { name: 'once', method: 'eth_sendTransaction', action: 'ALLOW', conditions: [cap] },
    ]
    const { policy } = await wallets.policy(rules)
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const codeOf = (key: string) =>
      wallets.codeOf('signWithWallet', sending(wallet, { key, nonce: 1 }))

    expect([await codeOf('a'), await codeOf('a'), await codeOf('b')]).toEqual([
      undefined,
      undefined,
      'policy_violation',
    ])
  })
})

test('WAL-03: what an owner has signed without a key is one intention too: a second nonce is never signed', async () => {
  const owner = newKey()
  const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
  const first = sending(wallet, { nonce: 1, keys: [owner] })
  // The API says another nonce for the same signed bytes.
  const again = { ...first, filled: filledWith(2) }

  expect([await nonceOf(first), await nonceOf(again)]).toEqual([1n, 1n])
  world.clock.ms += 86_400_001
  expect(await wallets.codeOf('signWithWallet', again)).toBe('replayed')
})

describe('a transfer', () => {
  const body = {
    source: { asset: 'eth', chain: 'ethereum' },
    destination: { address: alice },
    amount: '0.5',
  }
  const transferring = (
    { walletId, apiShare }: Wallet,
    transaction: object,
    { of = body as object, decimals = 18 } = {},
  ) => ({
    ...{ appId: world.appId, walletId, apiShare, filled: filledWith(1), decimals },
    request: wallets.signed({ path: `wallets/${walletId}/transfer`, body: of }, []),
    rpc: { method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } },
  })
  const half = `0x${(5n * 10n ** 17n).toString(16)}`

  test('is signed as the transaction that does it, and only that', async () => {
    const wallet = await wallets.create()
    const codeOf = (
      ...given: Parameters<typeof transferring> extends [Wallet, ...infer R] ? R : never
    ) => wallets.codeOf('signTransfer', transferring(wallet, ...given))

    expect(await codeOf({ to: alice, value: half })).toBeUndefined()
    for (const transaction of [
      { to: mallory, value: half },
      { to: alice, value: '0x1' },
      { to: alice, value: half, data: '0x12345678' },
      { to: usdc, data: transferData(alice, 5n * 10n ** 17n) },
    ])
      expect(await codeOf(transaction)).toBe('invalid_request')
    const elsewhere = { ...body, source: { asset: 'eth', chain: 'base' } }
    expect(await codeOf({ to: alice, value: half }, { of: elsewhere })).toBe('invalid_request')
  })

  test('a token is the one of the pinned list, with its decimals, whatever the API says', async () => {
    const wallet = await wallets.create()
    const listed = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
    const of = { ...body, source: { asset: 'usdc', chain: 'ethereum' }, amount: '1.5' }
    const codeOf = (to: string, units: bigint, decimals: number) =>
      wallets.codeOf(
        'signTransfer',
        transferring(wallet, { to, data: transferData(alice, units) }, { of, decimals }),
      )

    expect(await codeOf(listed, 1_500_000n, 18)).toBeUndefined()
    expect(await codeOf(listed, 15n * 10n ** 17n, 18)).toBe('invalid_request')
    expect(await codeOf(usdc, 1_500_000n, 6)).toBe('invalid_request')
  })

  test('is judged as a transfer: a rule for transactions does not allow it', async () => {
    const rules = (method: string) => [{ name: 'r', method, action: 'ALLOW', conditions: [] }]
    const codeFor = async (method: string) => {
      const { policy } = await wallets.policy(rules(method))
      const wallet = await wallets.create({ policyIds: [policy.id] })
      const input = transferring(wallet, { to: alice, value: half })
      return wallets.codeOf('signTransfer', input)
    }

    expect(await codeFor('eth_sendTransaction')).toBe('policy_violation')
    expect(await codeFor('transfer')).toBeUndefined()
  })
})
