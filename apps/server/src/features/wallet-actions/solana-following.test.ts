import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { toBase58 } from '@sallyport/contract/requests'
import { rpcBroadcast } from '@sallyport/server'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackTransactions } from '../../wallet-api/send/track.js'

const { walletActions, transactions } = api
const chain = 'solana:local'

/** A node, with what it says of the one transaction of a test. */
const calm = { status: null as object | null, isBlockhashValid: true, sent: 0 }
const node = { ...calm }
const answers: Record<string, () => unknown> = {
  getLatestBlockhash: () => ({ value: { blockhash: toBase58(randomBytes(32)) } }),
  getSignatureStatuses: () => ({ value: [node.status] }),
  isBlockhashValid: () => ({ value: node.isBlockhashValid }),
  sendTransaction: () => {
    node.sent += 1
    return 'sent'
  },
}
let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map(), solanaRpcUrls: new Map([['local', 'http://node']]) },
        async (_url, init) => {
          const { method } = JSON.parse(String(init?.body))
          return Response.json({ result: answers[method]?.() ?? null })
        },
      ),
    },
  })
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.kit.db.updateTable('wallet_transaction').set({ settled_at: 1 }).execute()
  Object.assign(node, calm)
})

async function pay() {
  const wallet = await world.createWallet({ chain_type: 'solana' })
  const body = {
    source: { asset: 'sol', chain, amount: '0.25' },
    destination: { address: toBase58(randomBytes(32)) },
  }
  const params = { wallet_id: wallet.id }
  const sent = await world.call(walletActions.transfer, { params, body })
  expect([sent.status, sent.body.code]).toEqual([200, undefined])
  const { transaction_id } = await world.kit.db
    .selectFrom('wallet_transaction')
    .select('transaction_id')
    .where('wallet_id', '=', wallet.id)
    .executeTakeFirstOrThrow()
  return transaction_id
}
const look = async (seconds: number) => {
  world.kit.clock.advance(seconds * 1_000)
  await trackTransactions(world.kit.deps)
}
const statusOf = async (transaction_id: string) =>
  (await world.call(transactions.find, { params: { transaction_id } })).body.status
const eventsOf = async (id: string) => {
  const rows = await world.kit.db.selectFrom('app_event').selectAll().orderBy('seq').execute()
  return rows.filter(({ data }) => data.transaction_id === id).map(({ type }) => type)
}

describe('a transaction on Solana', () => {
  test('is sent again while its blockhash lasts, and has failed once it has ended', async () => {
    const id = await pay()
    expect(node.sent).toBe(1)
    await look(61)
    expect([await statusOf(id), node.sent]).toEqual(['broadcasted', 2])
    node.isBlockhashValid = false
    await look(61)
    await look(61)
    expect([await statusOf(id), node.sent]).toEqual(['failed', 2])
    expect((await eventsOf(id)).filter((type) => type === 'transaction.failed')).toHaveLength(1)
  })

  test('that a block has does not fail when its blockhash ends before the block is final', async () => {
    const id = await pay()
    Object.assign(node, {
      status: { confirmationStatus: 'confirmed', err: null },
      isBlockhashValid: false,
    })
    await look(61)
    expect(await statusOf(id)).toBe('confirmed')
    node.status = { confirmationStatus: 'finalized', err: null }
    await look(61)
    expect(await statusOf(id)).toBe('finalized')
  })

  test('that fails in its block is reverted', async () => {
    const id = await pay()
    node.status = { confirmationStatus: 'finalized', err: { InstructionError: [0, 'Custom'] } }
    await look(61)
    expect(await statusOf(id)).toBe('execution_reverted')
  })
})
