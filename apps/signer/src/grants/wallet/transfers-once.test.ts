import { segwitKind } from '@sallyport/crypto/chains/bitcoin'
import { TxEnvelopeEip1559 } from 'ox'
import { describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { feePrice, psbtOf, sol, solanaTransaction } from '../../testing/chain-bytes.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import type { TestWallet } from '../../testing/server-wallets.js'

/* The transaction of a transfer is the API's word: one authorization pays once, whatever the API makes of it. */

const { world, wallets } = await openServerWallets()

const owner = newKey()
const numbers = (nonce: number, fee = '10') => ({
  ...{ nonce: String(nonce), gas_limit: '21000' },
  ...{ max_fee_per_gas: fee, max_priority_fee_per_gas: '1' },
})

interface Chain {
  chainType: string
  asset: string
  chain: string
  amount: string
  /** The amount in the smallest unit. */
  units: string
  /** Another transaction for each `at`. */
  carrier(
    at: number,
    place: { wallet: TestWallet; script: string; to: TestWallet & { script: string } },
  ): object
}

const chains: Record<string, Chain> = {
  Ethereum: {
    ...{ chainType: 'ethereum', asset: 'eth', chain: 'ethereum', amount: '0.5' },
    units: String(5n * 10n ** 17n),
    carrier: (at, { to }) => ({
      rpc: {
        ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
        params: { transaction: { to: to.address, value: `0x${(5n * 10n ** 17n).toString(16)}` } },
      },
      filled: [numbers(at)],
    }),
  },
  Solana: {
    ...{ chainType: 'solana', asset: 'sol', chain: 'solana:local', amount: '0.25' },
    units: '250000000',
    carrier: (at, { wallet: { address }, to }) => {
      const steps = [feePrice(BigInt(at + 1)), sol(address, to.address, 250_000_000n)]
      const params = { transaction: solanaTransaction(address, steps), encoding: 'base64' }
      return { rpc: { method: 'signAndSendTransaction', caip2: 'solana:local', params } }
    },
  },
  Bitcoin: {
    ...{ chainType: 'bitcoin-segwit', asset: 'btc', chain: 'bip122:local', amount: '0.00005' },
    units: '5000',
    carrier: (at, { script, to }) => {
      const input = { script, amount: 6_000n + BigInt(at) }
      const psbt = psbtOf([input], [{ script: to.script, amount: 5_000n }])
      const params = { psbt, encoding: 'base64' }
      return { rpc: { method: 'bitcoin_sendPsbt', caip2: 'bip122:local', params } }
    },
  },
}

const made = async (fields: object) => {
  const pending = await wallets.pending(fields)
  const { wallet } = await wallets.confirm(pending)
  const script = Buffer.from(segwitKind.scriptOfText(wallet.publicKey ?? '') ?? []).toString('hex')
  return { ...pending, address: wallet.address, ownerId: wallet.ownerId, script }
}

/** A wallet that may send the amount once a day, and inputs of its transfer that the owner has signed once. */
async function limited(
  { chainType, asset, chain, amount, units, carrier }: Chain,
  headers: Record<string, string> = {},
  by: { publicKey: string } | null = { publicKey: owner.spki },
) {
  const limitId = await wallets.limit({
    ...{ method: 'transfer', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
  })
  const within = { field_source: 'reference', field: `aggregation.${limitId}` }
  const conditions = [{ ...within, operator: 'lte', value: units }]
  const rules = [{ name: 'r', method: 'transfer', action: 'ALLOW', conditions }]
  const { policy } = await wallets.policy(rules, { chain_type: chainType })
  const fields = { chainType, owner: by, policyIds: [policy.id] }
  const { script, ...wallet } = await made(fields)
  const to = await made({ chainType })
  const body = { source: { asset, chain }, destination: { address: to.address }, amount }
  const path = `wallets/${wallet.walletId}/transfer`
  const inputOf = (at: number, request: object) => ({
    ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare },
    ...{ request, decimals: 0, ...carrier(at, { wallet, script, to }) },
  })
  const request = wallets.signed({ path, body, headers }, [owner])
  const again = () => wallets.signed({ path, body, headers }, [owner])
  return { inputOf, request, again }
}

const bytesOf = async (input: object) => {
  const { output, error } = await wallets.ask('signTransfer', input)
  return output?.data.signed_transaction ?? error?.code
}

describe.each(Object.entries(chains))('WAL-03: a transfer on %s', (_, chain) => {
  test.each([{}, { 'privy-idempotency-key': 'once' }])(
    'that was signed once is one transaction, and takes from the limit once (%o)',
    async (headers) => {
      const { inputOf, request, again } = await limited(chain, headers)
      const first = await bytesOf(inputOf(0, request))
      expect(first).toMatch(/^[0-9A-Za-z+/=]{80,}$/)

      for (let at = 1; at < 10; at += 1) expect(await bytesOf(inputOf(at, request))).toBe(first)
      // Another signature of the same bytes is the same authorization.
      expect(await bytesOf(inputOf(10, again()))).toBe(first)
      world.clock.ms += 86_400_001
      expect(await bytesOf(inputOf(11, request))).toBe('replayed')
      world.clock.ms += 40 * 86_400_000
      expect(await bytesOf(inputOf(12, request))).toBe('replayed')
    },
  )

  test('that is asked for 20 times at once is one transaction', async () => {
    const { inputOf, request } = await limited(chain)
    const all = await Promise.all(
      Array.from({ length: 20 }, (__, at) => bytesOf(inputOf(at, request))),
    )
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toMatch(/^[0-9A-Za-z+/=]{80,}$/)
  })

  test('is not signed after its end, also when it was forgotten', async () => {
    const until = { 'privy-request-expiry': String(world.clock.nowMs() + 60_000) }
    const { inputOf, request } = await limited(chain, until)
    const first = await bytesOf(inputOf(0, request))
    expect(await bytesOf(inputOf(1, request))).toBe(first)
    world.clock.ms += 30 * 86_400_000
    await world.admin.query('delete from sallyport_delegate.answered where forget_at_ms <= $1', [
      String(world.clock.ms),
    ])
    expect(await bytesOf(inputOf(2, request))).toBe('wrong_signature')
    expect(await bytesOf({ ...inputOf(3, request), replaces: true })).toBe('invalid_request')
  })
})

describe('the transaction of a transfer on Ethereum', () => {
  const chain = chains.Ethereum as Chain

  test.each([
    ['a nonce', { nonce: 4 }],
    ['gas', { gas_limit: 90_000 }],
    ['a fee', { max_fee_per_gas: 10 }],
    ['a tip', { max_priority_fee_per_gas: 10 }],
    ['a price', { type: 0, gas_price: 10 }],
    ['an authorization', { type: 4, authorization_list: [] }],
  ])('error: with %s of its own', async (_, more) => {
    const { inputOf, request } = await limited(chain)
    const { rpc, ...input } = inputOf(0, request) as unknown as {
      rpc: { params: { transaction: object } }
    }
    const transaction = { ...rpc.params.transaction, ...more }
    const bent = { ...input, rpc: { ...rpc, params: { transaction } } }
    expect(await bytesOf(bent)).toBe('invalid_request')
  })

  test('error: that a paymaster pays for', async () => {
    const { inputOf, request } = await limited(chain)
    const { rpc, ...input } = inputOf(0, request) as unknown as { rpc: object }
    expect(await bytesOf({ ...input, rpc: { ...rpc, sponsor: true } })).toBe('invalid_request')
  })

  test('is signed with higher fees and no other nonce', async () => {
    const { inputOf, request } = await limited(chain)
    await bytesOf(inputOf(3, request))
    const raised = (nonce: number) => ({
      ...{ ...inputOf(9, request), replaces: true },
      filled: [numbers(nonce, '20')],
    })
    const bytes = (await bytesOf(raised(3))) as `0x02${string}`

    expect(TxEnvelopeEip1559.deserialize(bytes)).toMatchObject({ nonce: 3n, maxFeePerGas: 20n })
    expect(await bytesOf(raised(4))).toBe('invalid_request')
  })
})

test.each(['Solana', 'Bitcoin'])('a transfer on %s is never replaced', async (name) => {
  const { inputOf, request } = await limited(chains[name] as Chain)
  await bytesOf(inputOf(0, request))
  expect(await bytesOf({ ...inputOf(1, request), replaces: true })).toBe('invalid_request')
})

test('a wallet without owner transfers as often as the app asks, as far as its limit goes', async () => {
  const { inputOf, request } = await limited(chains.Solana as Chain, {}, null)
  expect(await bytesOf(inputOf(0, request))).toMatch(/^[0-9A-Za-z+/=]{80,}$/)
  expect(await bytesOf(inputOf(1, request))).toBe('policy_violation')
})
