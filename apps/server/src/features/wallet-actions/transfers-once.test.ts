import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { toBase58 } from '@sallyport/contract/requests'
import { rpcBroadcast } from '@sallyport/server'
import {
  authorizeIntent,
  createWalletWorld,
  signIntent,
  type WalletWorld,
} from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* What an owner has signed once pays once, however often it comes and by whichever route. */

const { aggregations, intents, keyQuorums, policies, walletActions } = api
const chain = 'solana:local'
const sent: string[] = []
const answers: Record<string, (params: unknown[]) => unknown> = {
  getLatestBlockhash: () => ({ value: { blockhash: toBase58(randomBytes(32)) } }),
  getSignatureStatuses: () => ({ value: [null] }),
  isBlockhashValid: () => ({ value: true }),
  sendTransaction: ([bytes]) => {
    sent.push(String(bytes))
    return 'sent'
  },
}
let world: WalletWorld
beforeAll(async () => {
  const nodes = { ethereumRpcUrls: new Map(), solanaRpcUrls: new Map([['local', 'http://node']]) }
  const broadcast = rpcBroadcast(nodes, async (_url, init) => {
    const { method, params } = JSON.parse(String(init?.body))
    return Response.json({ result: answers[method]?.(params) ?? null })
  })
  world = await createWalletWorld({ deps: { broadcast } })
})
afterAll(() => world?.close())

const transferOf = (amount: string) => ({
  source: { asset: 'sol', chain, amount },
  destination: { address: toBase58(randomBytes(32)) },
})

test('WAL-03: a transfer that its owner has signed once, sent ten times, is one transaction within the limit', async () => {
  const key = world.newKey()
  const { body: limit } = await world.call(aggregations.create, {
    body: {
      ...{ name: 'Day', method: 'transfer', window: { type: 'rolling', seconds: 86_400 } },
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    },
  })
  const within = { field_source: 'reference', field: `aggregation.${limit.id}` }
  const conditions = [{ ...within, operator: 'lte', value: '250000000' }]
  const rules = [{ name: 'r', method: 'transfer', action: 'ALLOW', conditions }]
  const { body: policy } = await world.call(policies.create, {
    body: { version: '1.0', name: 'P', chain_type: 'solana', rules },
  } as never)
  const wallet = await world.createWallet({
    ...{ chain_type: 'solana', owner: { public_key: key.spki }, policy_ids: [policy.id] },
  } as never)
  const call = { params: { wallet_id: wallet.id }, body: transferOf('0.25') }

  for (let at = 0; at < 10; at += 1) {
    const { status } = await world.call(walletActions.transfer, call, { keys: [key] })
    expect(status).toBe(200)
  }
  expect([sent.length > 0, new Set(sent).size]).toEqual([true, 1])
})

test('WAL-03: a transfer that two of two members have approved is one transaction, also as direct calls with their signatures', async () => {
  const [one, two] = [world.newKey(), world.newKey()]
  const quorum = { public_keys: [one.spki, two.spki], authorization_threshold: 2 }
  const owner_id = (await world.call(keyQuorums.create, { body: quorum })).body.id
  const wallet = await world.createWallet({ chain_type: 'solana', owner_id } as never)
  const call = { params: { wallet_id: wallet.id }, body: transferOf('1') }
  const before = sent.length
  const { body: shown } = await world.call(intents.transfer, call)
  const signatures = [one, two].map((key) => signIntent(world, shown, key))
  await authorizeIntent(world, shown, { signature: signatures[0] ?? '' })
  const last = await authorizeIntent(world, shown, { signature: signatures[1] ?? '' })
  expect(last.body.status).toBe('executed')

  for (let at = 0; at < 5; at += 1) await world.call(walletActions.transfer, call, { signatures })
  const after = sent.slice(before)
  expect([after.length > 0, new Set(after).size]).toEqual([true, 1])
})
