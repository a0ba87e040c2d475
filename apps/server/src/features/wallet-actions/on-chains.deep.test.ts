import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@sallyport/contract'
import { scriptOfAddress } from '@sallyport/contract/requests'
import { accountContract } from '@sallyport/contract/wallet-api'
import {
  addSolanaUsdc,
  type LocalBitcoin,
  type LocalSolana,
  regtestReference,
  startAnvil,
  startBitcoin,
  startSmartWallets,
  startSolana,
  usdcAddresses,
} from '@sallyport/sandbox'
import { createOutbound, rpcBroadcast } from '@sallyport/server'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import { createTestClient, http, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LaneView } from '../../wallet-api/send/lane-view.js'
import { trackTransactions } from '../../wallet-api/send/track.js'
import { bitcoinTransfer } from './bitcoin-transfer.js'

/* Every kind of send on the local chains of the sandbox, to its end. */

const { walletActions, walletSettings, transactions } = api
const solanaChain = 'solana:local'
const bitcoinChain = `bip122:${regtestReference}`
const alice = `0x${'a1'.repeat(20)}` as const
const bob = `0x${'b0'.repeat(20)}` as const
const stops: (() => Promise<void>)[] = []
let world: WalletWorld
let rpcUrl: string
let solana: LocalSolana
let bitcoin: LocalBitcoin
const node = () =>
  createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-sends-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'logs'))
  const [evm, smart, bundler, sol, btc] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  )
  const anvil = await startAnvil({ folder, port: evm ?? 0 })
  stops.push(() => anvil.stop())
  rpcUrl = `http://127.0.0.1:${evm}`
  const rig = await startSmartWallets({
    ...{ port: smart ?? 0, bundlerPort: bundler ?? 0, rpcUrl, folder },
    answers: { bundler: () => 'normal', paymaster: () => 'normal' },
  })
  stops.push(() => rig.stop())
  // The bundler starts with the first call, which takes longer than a send waits.
  await fetch(`http://localhost:${smart}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })
  solana = await startSolana({ ports: [sol ?? 0], nowMs: Date.now })
  stops.push(() => solana.stop())
  bitcoin = await startBitcoin({ port: btc ?? 0, nowMs: Date.now })
  stops.push(() => bitcoin.stop())
  world = await createWalletWorld({
    config: {
      bundlerUrls: new Map([['31337', `http://localhost:${smart}/rpc`]]),
      paymasterUrls: new Map([['31337', `http://localhost:${smart}/paymaster`]]),
    },
    deps: {
      outbound: createOutbound(),
      broadcast: rpcBroadcast({
        ethereumRpcUrls: new Map([['31337', rpcUrl]]),
        solanaRpcUrls: new Map([['local', `http://127.0.0.1:${sol}`]]),
        esploraUrls: new Map([[regtestReference, `http://127.0.0.1:${btc}`]]),
      }),
    },
  })
  stops.push(() => world.close())
}, 120_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const rpc = async (id: string, body: Record<string, unknown>) => {
  const answer = await world.call(walletActions.rpc, { params: { wallet_id: id }, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data as { hash: string; transaction_id: string }
}
const transfer = (id: string, body: object) =>
  world.call(walletActions.transfer, { params: { wallet_id: id }, body: body as never })
const read = async (transaction_id: string) =>
  (await world.call(transactions.find, { params: { transaction_id } })).body

/** Follows a transaction until a test is content; the chains make a block in a second or two. */
async function until(id: string, status: string, between: () => Promise<void> = async () => {}) {
  let found = await read(id)
  for (let round = 0; found.status !== status; round += 1) {
    if (round === 200) throw new Error(`It is ${found.status}`)
    await between()
    world.kit.clock.advance(2_500)
    await trackTransactions(world.kit.deps)
    found = await read(id)
  }
  return found
}
const newWallet = async (ether = 10) => {
  const wallet = await world.createWallet()
  const address = wallet.address as `0x${string}`
  await node().setBalance({ address, value: parseEther(String(ether)) })
  return { ...wallet, address }
}
const calls = [
  { to: alice, value: '0x5' },
  { to: bob, value: '0x7' },
]
const mine = async () => {
  await node().mine({ blocks: 1 })
}

describe('on Ethereum', () => {
  test('several calls are one transaction, twice', async () => {
    const wallet = await newWallet()
    const before = await node().getBalance({ address: bob })
    for (const _ of [1, 2]) {
      const body = { method: 'wallet_sendCalls', caip2: 'eip155:31337', params: { calls } }
      const { transaction_id } = await rpc(wallet.id, body)
      await until(transaction_id, 'finalized', mine)
    }
    expect((await node().getBalance({ address: bob })) - before).toBe(14n)
    expect(await node().getTransactionCount({ address: wallet.address })).toBe(4)
    const code = await node().getCode({ address: wallet.address })
    expect(code).toBe(`0xef0100${accountContract.slice(2)}`)
  })

  test('all of several calls, or none', async () => {
    const wallet = await newWallet()
    const before = await node().getBalance({ address: alice })
    const refusing = '0x00000000000000000000000000000000000000fd' as const
    const body = (to: string) => ({
      ...{ method: 'wallet_sendCalls', caip2: 'eip155:31337' },
      params: { calls: [calls[0], { to, value: '0x0', data: '0x12' }] },
    })
    const { transaction_id } = await rpc(wallet.id, body(refusing))
    await until(transaction_id, 'finalized', mine)
    await node().setCode({ address: refusing, bytecode: '0x60006000fd' })
    const refused = await world.call(walletActions.rpc, {
      ...{ params: { wallet_id: wallet.id }, body: body(refusing) },
    })
    expect([refused.status, refused.body.code]).toEqual([400, 'transaction_broadcast_failure'])
    expect((await node().getBalance({ address: alice })) - before).toBe(5n)
  })

  test('a paymaster pays for a transaction and for several calls of a wallet without ether', async () => {
    const wallet = await newWallet(0)
    await node().setBalance({ address: wallet.address, value: 100n })
    const first = await rpc(wallet.id, {
      ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337', sponsor: true },
      params: { transaction: { to: alice, value: '0x5' } },
    })
    const sent = await until(first.transaction_id, 'confirmed', mine)
    expect(sent).toMatchObject({ sponsored: true, user_operation_hash: expect.any(String) })
    expect(sent.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/)
    const second = await rpc(wallet.id, {
      ...{ method: 'wallet_sendCalls', caip2: 'eip155:31337', sponsor: true, params: { calls } },
    })
    await until(second.transaction_id, 'confirmed', mine)
    expect(await node().getBalance({ address: wallet.address })).toBe(83n)
  })

  test('error: more than the app’s cap for paymasters', async () => {
    const wallet = await newWallet()
    const params = { app_id: world.kit.appId }
    const set = (sponsor_wei_per_day: string | null) =>
      world.call(walletSettings.update, { params, body: { sponsor_wei_per_day } })
    await set('1000')
    const answer = await world.call(walletActions.rpc, {
      params: { wallet_id: wallet.id },
      body: {
        ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337', sponsor: true },
        params: { transaction: { to: alice, value: '0x5' } },
      },
    })
    await set(null)
    expect([answer.status, answer.body.code]).toEqual([400, 'policy_violation'])
  })
})

describe('on Solana', () => {
  test('SOL and a token, to wallets that have none of it yet', async () => {
    const wallet = await world.createWallet({ chain_type: 'solana' })
    const other = await world.createWallet({ chain_type: 'solana' })
    solana.ledger.airdrop(wallet.address as never, 1_000_000_000n)
    const to = { address: other.address }
    const source = { asset: 'sol', chain: solanaChain }
    const sent = await transfer(wallet.id, { source, destination: to, amount: '0.25' })
    expect(sent.status).toBe(200)
    await until(sent.body.id, 'finalized')
    const mint = usdcAddresses.solana
    await addSolanaUsdc(solana.ledger, wallet.address, 10_000_000n)
    const token = { asset_address: mint, chain: solanaChain }
    for (const amount of ['1.5', '2']) {
      const moved = await transfer(wallet.id, { source: token, destination: to, amount })
      expect([moved.status, moved.body]).toMatchObject([200, { status: 'pending' }])
      await until(moved.body.id, 'finalized')
    }
    const query = { token: `${solanaChain}:${mint}` }
    const balance = await world.call(walletActions.balance, {
      ...{ params: { wallet_id: other.id }, query },
    })
    expect(balance.body.balances).toMatchObject([{ raw_value: '3500000' }])
  })
})

describe('on Bitcoin', () => {
  test.each(['bitcoin-segwit', 'bitcoin-taproot'])(
    '%s: with change, to six blocks',
    async (kind) => {
      const wallet = await world.createWallet({ chain_type: kind })
      const other = await world.createWallet({ chain_type: 'bitcoin-taproot' })
      const script = scriptOf(wallet.address)
      for (const sats of [40_000n, 30_000n, 20_000n]) bitcoin.ledger.fund(script, sats)
      const body = {
        source: { asset: 'btc', chain: bitcoinChain },
        destination: { address: other.address },
        amount: '0.0005',
      }
      const sent = await transfer(wallet.id, body)
      expect([sent.status, sent.body]).toMatchObject([200, { status: 'pending' }])
      const again = await transfer(wallet.id, { ...body, amount: '0.0001' })
      expect(again.status).toBe(200)
      await until(again.body.id, 'finalized', async () => {
        bitcoin.ledger.mine()
        bitcoin.ledger.fund(scriptOf(other.address), 1_000n)
      })
      expect((await read(sent.body.id)).status).toMatch(/confirmed|finalized/)
      const unspent = bitcoin.ledger.unspent(scriptOf(other.address))
      expect(unspent.map(({ value }) => value)).toEqual(expect.arrayContaining([50_000n, 10_000n]))
    },
  )

  test('bitcoin_sendPsbt: sent again when the node forgets it, and replaced by what spends the same', async () => {
    const wallet = await world.createWallet({ chain_type: 'bitcoin-segwit' })
    const other = await world.createWallet({ chain_type: 'bitcoin-taproot' })
    bitcoin.ledger.fund(scriptOf(wallet.address), 40_000n)
    const lane: LaneView = { spending: new Set(), freeNonce: (waiting) => waiting }
    const draft = (sats: bigint) =>
      bitcoinTransfer(world.kit.deps.broadcast, lane, {
        ...{ caip2: bitcoinChain, from: wallet.address, to: other.address, sats },
      })
    const [first, second] = [await draft(10_000n), await draft(12_000n)]
    const params = { psbt: first.psbt, encoding: 'base64' }
    const sent = await rpc(wallet.id, { method: 'bitcoin_sendPsbt', caip2: bitcoinChain, params })
    expect((await read(sent.transaction_id)).status).toBe('broadcasted')
    bitcoin.ledger.forget(sent.hash)
    expect(bitcoin.ledger.find(sent.hash)).toBeUndefined()
    await trackTransactions(world.kit.deps)
    world.kit.clock.advance(60_000)
    await trackTransactions(world.kit.deps)
    expect(bitcoin.ledger.find(sent.hash)).toMatchObject({ block: null })

    const body = { method: 'bitcoin_signPsbt', params: { ...params, psbt: second.psbt } }
    const answer = await world.call(walletActions.rpc, { params: { wallet_id: wallet.id }, body })
    const { signed_transaction } = answer.body.data as { signed_transaction: string }
    bitcoin.ledger.forget(sent.hash)
    bitcoin.ledger.broadcast(signed_transaction)
    await until(sent.transaction_id, 'replaced')
    for (let block = 0; block < 7; block += 1) {
      bitcoin.ledger.mine()
      bitcoin.ledger.fund(scriptOf(other.address), 1_000n)
      world.kit.clock.advance(60_000)
      await trackTransactions(world.kit.deps)
    }
    expect((await read(sent.transaction_id)).status).toBe('replaced')
    const payments = bitcoin.ledger.unspent(scriptOf(other.address)).map(({ value }) => value)
    expect(payments).toContain(12_000n)
    expect(payments).not.toContain(10_000n)
  })

  test('error: more than it has', async () => {
    const wallet = await world.createWallet({ chain_type: 'bitcoin-segwit' })
    const { status, body } = await transfer(wallet.id, {
      source: { asset: 'btc', chain: bitcoinChain },
      destination: { address: wallet.address },
      amount: '1',
    })
    expect([status, body.code]).toEqual([400, 'insufficient_funds'])
  })
})

function scriptOf(address: string): string {
  const script = scriptOfAddress(address)
  if (script === null) throw new Error('Not an address of SegWit or Taproot')
  return script
}
