import { api } from '@sallyport/contract'
import { rpcBroadcast } from '@sallyport/server'
import { type AuthorizationKey, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { keccak256 } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackTransactions } from '../../wallet-api/send/track.js'

/* The same send again, and sends of wallets that have too little: what is signed and taken, and what is not. */

const { aggregations, intents, keyQuorums, policies, transactions, walletActions } = api
const recipient = `0x${'ab'.repeat(20)}`
const caip2 = 'eip155:31337'
const maxFee = 21_000n * 202n
/** A node on which accounts have what a test says. */
const node = {
  sent: [] as string[],
  nonce: 0,
  balance: null as bigint | null,
  isMined: false,
}
const hex = (value: bigint | number) => `0x${value.toString(16)}`
const answers: Record<string, () => unknown> = {
  eth_getTransactionCount: () => hex(node.nonce),
  eth_estimateGas: () => '0x5208',
  eth_getBlockByNumber: () => ({ baseFeePerGas: '0x64' }),
  eth_blockNumber: () => '0x64',
  eth_maxPriorityFeePerGas: () => '0x2',
  eth_getBalance: () => (node.balance === null ? null : hex(node.balance)),
  eth_sendRawTransaction: () => '0x',
}
let world: WalletWorld
let key: AuthorizationKey
beforeAll(async () => {
  const broadcast = rpcBroadcast(
    { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
    async (_url, init) => {
      const { method, params } = JSON.parse(String(init?.body))
      if (method === 'eth_sendRawTransaction') node.sent.push(params[0])
      if (method === 'eth_getTransactionReceipt' && node.isMined)
        return Response.json({ result: { blockNumber: '0x1', blockHash: '0x1', status: '0x1' } })
      return Response.json({ result: answers[method]?.() ?? null })
    },
  )
  world = await createWalletWorld({ deps: { broadcast } })
  key = world.newKey()
})
afterAll(() => world?.close())
beforeEach(() => {
  Object.assign(node, { sent: [], nonce: 0, balance: null, isMined: false })
})

const payment = (value: number | string = 5) => ({
  method: 'eth_sendTransaction',
  caip2,
  params: { transaction: { to: recipient, value } },
})
type Options = Parameters<WalletWorld['call']>[2]
const rpc = (id: string, body: object, options: Options = {}) =>
  world.call(
    walletActions.rpc,
    { params: { wallet_id: id }, body: body as Record<string, unknown> },
    options,
  )
const dataOf = ({ status, body }: { status: number; body: object }) => {
  const data = Reflect.get(body, 'data') as { hash: string; transaction_id: string } | undefined
  return { status, hash: data?.hash, id: data?.transaction_id }
}

/** A wallet of the key, with a limit of 10 wei a day. */
async function limitedWallet() {
  const owner = { public_key: key.spki }
  const metric = {
    ...{ function: 'sum' as const, field_source: 'ethereum_transaction', field: 'value' },
  }
  const limit = await world.call(aggregations.create, {
    body: {
      ...{ name: 'Ten a day', method: 'eth_sendTransaction', metric, owner },
      window: { type: 'rolling', seconds: 86_400 },
    },
  })
  const within = { field_source: 'reference', field: `aggregation.${limit.body.id}` }
  const policy = await world.call(policies.create, {
    body: {
      ...{ version: '1.0', name: 'Ten', chain_type: 'ethereum', owner },
      rules: [
        {
          ...{ name: 'Within', method: 'eth_sendTransaction', action: 'ALLOW' },
          conditions: [{ ...within, operator: 'lte', value: '10' }],
        },
      ],
    },
  })
  return world.createWallet({ policy_ids: [policy.body.id] }, key)
}

describe('the same signed request again, without an idempotency key', () => {
  test('is the transaction that it was, with its id and its state', async () => {
    const wallet = await world.createWallet({}, key)
    const ask = () => rpc(wallet.id, payment(), { keys: [key] })
    const first = dataOf(await ask())
    node.nonce = 1
    // It is not refused for what the first has cost.
    node.balance = 0n
    const again = dataOf(await ask())

    expect(first).toMatchObject({ status: 200, hash: keccak256(node.sent[0] as `0x${string}`) })
    expect(again).toEqual(first)
    expect(new Set(node.sent).size).toBe(1)
    node.isMined = true
    world.kit.clock.advance(3_000)
    await trackTransactions(world.kit.deps)
    const { body } = await world.call(transactions.find, {
      params: { transaction_id: again.id ?? '' },
    })
    expect(body).toMatchObject({ transaction_hash: first.hash })
    expect(['confirmed', 'finalized']).toContain(body.status)
    expect(dataOf(await ask())).toEqual(first)
    const rows = await world.kit.db
      .selectFrom('wallet_transaction')
      .select('transaction_id')
      .where('wallet_id', '=', wallet.id)
      .execute()
    expect(rows.map((row) => row.transaction_id)).toEqual([first.id])
  })

  test('of a wallet without owner it is another one each time', async () => {
    const wallet = await world.createWallet()
    const ids = [dataOf(await rpc(wallet.id, payment())), dataOf(await rpc(wallet.id, payment()))]
    expect(new Set(ids.map(({ id }) => id)).size).toBe(2)
    expect(node.sent.length).toBe(2)
  })
})

describe('a wallet that has too little', () => {
  test('error: nothing is signed or taken from limits, and the same key works once it has enough', async () => {
    const wallet = await limitedWallet()
    const ask = () => rpc(wallet.id, payment(10), { keys: [key], idempotencyKey: `k-${wallet.id}` })
    node.balance = 10n + maxFee - 1n
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([400, 'insufficient_funds'])
    expect(refused.body.error).toContain(`has ${node.balance} wei`)
    expect(node.sent).toEqual([])

    node.balance += 1n
    expect(dataOf(await ask())).toMatchObject({ status: 200 })
    expect(node.sent.length).toBe(1)
    const over = await rpc(wallet.id, payment(1), { keys: [key] })
    expect(over.body.code).toBe('policy_violation')
  })

  test.each<[string, object]>([
    [
      'calls',
      { method: 'wallet_sendCalls', caip2, params: { calls: [{ to: recipient, value: 5 }] } },
    ],
    [
      'a whole transaction',
      {
        ...payment(),
        params: {
          transaction: {
            ...{ to: recipient, value: 5, chain_id: 31337, nonce: 0, gas_limit: 21_000 },
            ...{ max_fee_per_gas: 202, max_priority_fee_per_gas: 2 },
          },
        },
      },
    ],
  ])('error: also for %s', async (_what, body) => {
    const wallet = await world.createWallet({}, key)
    node.balance = maxFee
    const refused = await rpc(wallet.id, body, { keys: [key] })
    expect([refused.status, refused.body.code]).toEqual([400, 'insufficient_funds'])
    expect(node.sent).toEqual([])
  })

  test('error: a transfer', async () => {
    const wallet = await world.createWallet({}, key)
    node.balance = 0n
    const body = {
      ...{ source: { asset: 'eth', chain: caip2 }, amount: '0.5' },
      destination: { address: recipient },
    }
    const input = { params: { wallet_id: wallet.id }, body }
    const refused = await world.call(walletActions.transfer, input, { keys: [key] })
    expect([refused.status, refused.body.code]).toEqual([400, 'insufficient_funds'])
    expect(node.sent).toEqual([])
  })

  test('error: who may not ask, and what no policy allows, is refused for that', async () => {
    const wallet = await limitedWallet()
    node.balance = 0n
    expect((await rpc(wallet.id, payment())).body.code).toBe('missing_or_invalid_token')
    const over = await rpc(wallet.id, payment(11), { keys: [key] })
    expect(over.body.code).toBe('policy_violation')

    const other = world.newKey()
    const members = { public_keys: [key.spki, other.spki], authorization_threshold: 2 }
    const quorum = await world.call(keyQuorums.create, { body: members })
    const shared = await world.createWallet({ owner_id: quorum.body.id })
    const waiting = await rpc(shared.id, payment(), { keys: [key] })
    expect(waiting.body.code).toBe('awaiting_approval')
    const params = { intent_id: String(Reflect.get(waiting.body, 'intent_id')) }
    expect((await world.call(intents.find, { params })).body.status).toBe('pending')
  })

  test('is not refused where the node does not say what it has', async () => {
    const wallet = await world.createWallet({}, key)
    node.balance = null
    expect(dataOf(await rpc(wallet.id, payment(), { keys: [key] })).status).toBe(200)
  })
})
