import { api } from '@sallyport/contract'
import { rpcBroadcast } from '@sallyport/server'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { keccak256, parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'
import { trackTransactions } from '../../wallet-api/send/track.js'

const { walletActions, walletSettings, transactions } = api
const recipient = `0x${'ab'.repeat(20)}` as const
const caip2 = 'eip155:31337'
type Raw = `0x02${string}`

/** A chain that takes what a test says: a pool of transactions, and blocks with some of them. */
const chain = {
  pool: [] as Raw[],
  /** Hash and block. */
  mined: new Map<string, { block: bigint; isReverted?: boolean }>(),
  head: 100n,
  count: 0n,
  waiting: 0n,
  refuse: undefined as string | undefined,
}
const hex = (value: bigint) => `0x${value.toString(16)}`
const answers: Record<string, (params: readonly unknown[]) => object> = {
  eth_getTransactionCount: ([, block]) => ({
    result: hex(block === 'pending' ? chain.waiting : chain.count),
  }),
  eth_estimateGas: () => ({ result: '0x5208' }),
  eth_getBlockByNumber: () => ({ result: { baseFeePerGas: '0x64' } }),
  eth_maxPriorityFeePerGas: () => ({ result: '0x2' }),
  eth_blockNumber: () => ({ result: hex(chain.head) }),
  eth_sendRawTransaction: ([raw]) => {
    if (chain.refuse !== undefined) return { error: { message: chain.refuse } }
    if (!chain.pool.includes(raw as Raw)) chain.pool.push(raw as Raw)
    return { result: '0x' }
  },
  eth_getTransactionByHash: ([hash]) => ({
    result: chain.pool.some((raw) => keccak256(raw) === hash) ? {} : null,
  }),
  eth_getTransactionReceipt: ([hash]) => {
    const found = chain.mined.get(String(hash))
    if (!found) return { result: null }
    return {
      result: { blockNumber: hex(found.block), status: found.isReverted ? '0x0' : '0x1' },
    }
  },
}
let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) => {
          const { method, params } = JSON.parse(String(init?.body))
          return Response.json(answers[method]?.(params) ?? { result: null })
        },
      ),
    },
  })
  await logEvents(world.kit)
})
afterAll(() => world?.close())
beforeEach(async () => {
  // What an earlier test has left is not followed any more.
  await world.kit.db.updateTable('wallet_transaction').set({ settled_at: 1 }).execute()
  Object.assign(chain, { pool: [], mined: new Map(), head: 100n, count: 0n, waiting: 0n })
  chain.refuse = undefined
})

const pay = async (wallet: { id: string }, value: number) => {
  const body = {
    ...{ method: 'eth_sendTransaction', caip2 },
    params: { transaction: { to: recipient, value } },
  }
  const options = { idempotencyKey: `pay-${wallet.id}-${value}` }
  const answer = await world.call(
    walletActions.rpc,
    { params: { wallet_id: wallet.id }, body },
    options,
  )
  return answer.body.data as { hash: string; transaction_id: string }
}
const read = async (transaction_id: string) =>
  (await world.call(transactions.find, { params: { transaction_id } })).body
const look = async (seconds = 5) => {
  world.kit.clock.advance(seconds * 1_000)
  await trackTransactions(world.kit.deps)
}
const eventsOf = async (id: string) => {
  const rows = await world.kit.db.selectFrom('app_event').selectAll().orderBy('seq').execute()
  return rows.filter(({ data }) => data.transaction_id === id)
}
const parsed = () => chain.pool.map((raw) => parseTransaction(raw))

describe('a transaction that waits', () => {
  test('is sent again with the same nonce and a higher fee after two minutes, and told of', async () => {
    const wallet = await world.createWallet()
    const { hash, transaction_id } = await pay(wallet, 1)
    await look(60)
    expect(chain.pool).toHaveLength(1)
    await look(61)
    const [first, second] = parsed()
    expect([first?.nonce, second?.nonce]).toEqual([second?.nonce, first?.nonce])
    expect(first?.value).toBe(second?.value)
    expect(second?.maxFeePerGas).toBe(228n)
    const bumped = await read(transaction_id)
    expect([bumped.status, bumped.transaction_hash]).toEqual([
      'broadcasted',
      keccak256(chain.pool[1] ?? '0x02'),
    ])
    const events = await eventsOf(transaction_id)
    expect(events.map(({ type, data }) => [type, data.transaction_hash])).toEqual([
      ['transaction.broadcasted', hash],
      ['transaction.still_pending', hash],
      ['transaction.broadcasted', bumped.transaction_hash],
    ])
    expect(events[1]?.data.transaction_request).toMatchObject({ to: recipient, value: '0x1' })
  })

  test('has the hash of the one of its signatures that is in a block', async () => {
    const wallet = await world.createWallet()
    const { hash, transaction_id } = await pay(wallet, 1)
    await look(121)
    expect((await read(transaction_id)).transaction_hash).not.toBe(hash)
    chain.mined.set(hash, { block: 101n })
    chain.count = 1n
    await look()
    expect(await read(transaction_id)).toMatchObject({
      status: 'confirmed',
      transaction_hash: hash,
    })
  })

  test('is sent again at the app’s own time, or never; final by its own number of blocks', async () => {
    const params = { app_id: world.kit.appId }
    const set = (body: object) => world.call(walletSettings.update, { params, body })
    const answer = await set({ replace_after_seconds: 30, confirmations: 2 })
    expect(answer.body).toMatchObject({ replace_after_seconds: 30, confirmations: 2 })
    const wallet = await world.createWallet()
    const { hash, transaction_id } = await pay(wallet, 1)
    await look(31)
    expect(chain.pool).toHaveLength(2)
    await set({ replace_after_seconds: null })
    await look(1_000)
    expect(chain.pool).toHaveLength(2)
    chain.mined.set(hash, { block: 101n })
    await look()
    chain.head = 103n
    await look()
    expect((await read(transaction_id)).status).toBe('finalized')
    await set({ replace_after_seconds: 120, confirmations: 12 })
  })

  test('is cancelled by a transaction that does nothing, when that one is in a block', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({}, key)
    const body = {
      ...{ method: 'eth_sendTransaction', caip2 },
      params: { transaction: { to: recipient, value: 1 } },
    }
    const sent = await world.call(
      walletActions.rpc,
      { params: { wallet_id: wallet.id }, body },
      { keys: [key] },
    )
    const { transaction_id } = sent.body.data as { transaction_id: string }
    const params = { wallet_id: wallet.id, transaction_id }
    const refused = await world.call(walletActions.cancel, { params })
    expect([refused.status, refused.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const { status } = await world.call(walletActions.cancel, { params }, { keys: [key] })
    expect(status).toBe(200)
    const [first, noop] = parsed()
    expect(noop).toMatchObject({ to: wallet.address.toLowerCase(), gas: 21_000n })
    expect([noop?.nonce, noop?.value]).toEqual([first?.nonce, undefined])
    chain.mined.set(keccak256(chain.pool[1] ?? '0x02'), { block: 101n })
    chain.count = 1n
    await look()
    expect((await read(transaction_id)).status).toBe('replaced')
    const again = await world.call(walletActions.cancel, { params }, { keys: [key] })
    expect([again.status, again.body.code]).toEqual([400, 'invalid_data'])
    chain.head = 120n
    await look()
    const row = await world.kit.db
      .selectFrom('wallet_transaction')
      .select(['status', 'settled_at'])
      .where('transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow()
    expect([row.status, row.settled_at !== null]).toEqual(['replaced', true])
  })
})

describe('reorganisations', () => {
  test('undo what was reverted and what was replaced, until the depth of the app', async () => {
    const wallet = await world.createWallet()
    const { hash, transaction_id } = await pay(wallet, 1)
    const state = async () => (await read(transaction_id)).status
    chain.mined.set(hash, { block: 101n, isReverted: true })
    await look()
    expect(await state()).toBe('execution_reverted')
    chain.mined.clear()
    await look()
    expect(await state()).toBe('broadcasted')
    chain.count = 1n
    await look()
    expect(await state()).toBe('replaced')
    chain.count = 0n
    await look()
    expect(await state()).toBe('broadcasted')
    chain.mined.set(hash, { block: 105n })
    await look()
    chain.head = 120n
    await look()
    expect(await state()).toBe('finalized')
    const events = await eventsOf(transaction_id)
    expect(events.map(({ type }) => type.split('.')[1])).toEqual([
      ...['broadcasted', 'execution_reverted', 'broadcasted', 'replaced'],
      ...['broadcasted', 'confirmed', 'finalized'],
    ])
  })
})

describe('a gap of nonces', () => {
  test('is taken by the next send', async () => {
    const wallet = await world.createWallet()
    await pay(wallet, 1)
    chain.refuse = 'insufficient funds for gas * price + value'
    await pay(wallet, 2)
    chain.refuse = undefined
    chain.waiting = 1n
    await pay(wallet, 3)
    expect(parsed().map(({ nonce }) => nonce ?? 0)).toEqual([0, 1])
  })

  test('is filled where what was sent after it waits', async () => {
    const wallet = await world.createWallet()
    const { transaction_id } = await pay(wallet, 1)
    await pay(wallet, 2)
    await world.kit.db
      .deleteFrom('wallet_transaction')
      .where('transaction_id', '=', transaction_id)
      .execute()
    chain.pool.shift()
    await look(31)
    const filler = parsed().at(-1)
    expect(filler).toMatchObject({ to: wallet.address.toLowerCase(), gas: 21_000n })
    expect([filler?.nonce ?? 0, filler?.value]).toEqual([0, undefined])
    await look(31)
    expect(parsed()).toHaveLength(2)
  })
})
