import { createWalletClient, custom, type Hex, hexToBigInt, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  getCallsStatus,
  getCapabilities,
  sendCalls,
  showCallsStatus,
  waitForCallsStatus,
} from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ethereum, RpcError, session } from '../index.js'
import { type Anvil, startAnvil } from '../test-kit/anvil.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { Chain, ClientOptions } from '../types.js'

// The first account of anvil's published test mnemonic.
const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const { address } = account
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Reverts every call. */
const refusing = '0x00000000000000000000000000000000000000ff'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await rpc('anvil_setCode', [refusing, '0x60006000fd'])
})
afterAll(() => anvil.stop())
afterEach(cleanUp)

async function rpc(method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(anvil.url, { method: 'POST', headers, body })
  return (await answer.json()).result
}

async function open(options: Partial<ClientOptions> = {}) {
  const chain: Chain = { ...foundry, rpcUrls: { default: { http: [anvil.url] } } }
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      async 'privy:wallets:rpc'({ request }) {
        const [transaction] = (request as { params: [Record<string, unknown>] }).params
        const raw = await account.signTransaction({ ...transaction, type: 'eip1559' } as never)
        return { address, chainType: 'ethereum', response: { method: 'x', data: raw } }
      },
    },
    { supportedChains: [chain], ...options },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  // viem types the answer of each method, which EIP-1193 leaves open.
  const transport = custom(provider as never)
  const wallet = createWalletClient({ account: address, chain: foundry, transport })
  const balance = async () => hexToBigInt((await rpc('eth_getBalance', [to, 'latest'])) as Hex) // a node answers in hex
  return { ...world, client, provider, wallet, balance }
}

/** A batch as an app sends it without a library. */
const batch = (part: object = {}) => ({
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: false,
  calls: [{ to, value: '0x1' }],
  ...part,
})

describe('wallet_getCapabilities', () => {
  test('says that calls are not atomic, for the chains that are asked for', async () => {
    const { wallet, provider } = await open()

    expect(await getCapabilities(wallet)).toEqual({ 31337: { atomic: { status: 'unsupported' } } })
    const request = { method: 'wallet_getCapabilities', params: [address, ['0x1']] }
    expect(await provider.request(request)).toEqual({})
  })

  test('error: refuses another account', async () => {
    const { provider } = await open()

    const request = { method: 'wallet_getCapabilities', params: [to] }
    await expect(provider.request(request)).rejects.toMatchObject({ code: 4100 })
  })
})

describe('wallet_sendCalls', () => {
  test('sends one call, also where it has to be atomic', async () => {
    const { wallet, balance } = await open()
    const before = await balance()

    const { id } = await sendCalls(wallet, {
      calls: [{ to, value: parseEther('1') }],
      forceAtomic: true,
    })

    const status = await waitForCallsStatus(wallet, { id, pollingInterval: 50 })
    expect(status).toMatchObject({ status: 'success', statusCode: 200, chainId: 31337, id })
    expect(status.receipts).toHaveLength(1)
    expect(await balance()).toBe(before + parseEther('1'))
  })

  test('sends several calls one by one, each asked for', async () => {
    const asked: string[] = []
    const { wallet, balance } = await open({
      confirm: {
        request(job) {
          asked.push(job.request.kind)
          return job.run(() => undefined)
        },
      },
    })
    const before = await balance()

    const { id } = await sendCalls(wallet, {
      calls: [
        { to, value: 1n },
        { to, value: 2n },
        { to, value: 3n },
      ],
    })

    const status = await waitForCallsStatus(wallet, { id, pollingInterval: 50 })
    expect(status).toMatchObject({ statusCode: 200, atomic: false })
    expect(status.receipts?.map((each) => each.status)).toEqual(['success', 'success', 'success'])
    expect(asked).toEqual(['send-transaction', 'send-transaction', 'send-transaction'])
    expect(await balance()).toBe(before + 6n)
  })

  test('ends in part where the user declines the second call', async () => {
    let requests = 0
    const { wallet } = await open({
      confirm: {
        request(job) {
          requests += 1
          return requests === 2 ? Promise.reject(new RpcError(4001)) : job.run(() => undefined)
        },
      },
    })

    const { id } = await sendCalls(wallet, { calls: [{ to }, { to }, { to }] })

    const status = await waitForCallsStatus(wallet, { id, pollingInterval: 50 })
    expect(status).toMatchObject({ statusCode: 600, receipts: [{ status: 'success' }] })
    expect(requests).toBe(2)
  })

  test('ends in part where the second call would revert', async () => {
    const { wallet } = await open()

    const { id } = await sendCalls(wallet, { calls: [{ to }, { to: refusing, data: '0x01' }] })

    const status = await waitForCallsStatus(wallet, { id, pollingInterval: 50 })
    expect(status.statusCode).toBe(600)
  })

  test('error: a declined batch was never sent, and its id is free', async () => {
    let isWilling = false
    const { provider } = await open({
      confirm: {
        request: (job) =>
          isWilling ? job.run(() => undefined) : Promise.reject(new RpcError(4001)),
      },
    })
    const send = () =>
      provider.request({ method: 'wallet_sendCalls', params: [batch({ id: 'mine' })] })

    await expect(send()).rejects.toMatchObject({ code: 4001 })
    await expect(
      provider.request({ method: 'wallet_getCallsStatus', params: ['mine'] }),
    ).rejects.toMatchObject({ code: 5730 })
    isWilling = true
    expect(await send()).toEqual({ id: 'mine' })
    await expect(send()).rejects.toMatchObject({ code: 5720 })
  })

  test.each([
    ['several atomic calls', batch({ atomicRequired: true, calls: [{ to }, { to }] }), 5760],
    ['a paymaster', batch({ capabilities: { paymasterService: { url: 'https://pm' } } }), 5700],
    ['a capability of a call', batch({ calls: [{ to, capabilities: { gas: {} } }] }), 5700],
    ['another chain', batch({ chainId: '0x1' }), 5710],
    ['too many calls', batch({ calls: Array.from({ length: 21 }, () => ({ to })) }), 5740],
    ['another account', batch({ from: to }), 4100],
    ['an older version', batch({ version: '1.0' }), -32602],
    ['no call', batch({ calls: [] }), -32602],
    ['no word about atomicity', batch({ atomicRequired: undefined }), -32602],
    ['an odd address', batch({ calls: [{ to: '0x12' }] }), -32602],
    ['odd data', batch({ calls: [{ to, data: '0x123' }] }), -32602],
    ['a decimal value', batch({ calls: [{ to, value: '1' }] }), -32602],
    ['an empty id', batch({ id: '' }), -32602],
  ])('error: refuses %s', async (_what, params, code) => {
    const { provider } = await open()

    await expect(
      provider.request({ method: 'wallet_sendCalls', params: [params] }),
    ).rejects.toMatchObject({ name: 'RpcError', code })
  })

  test('leaves out an optional capability that it does not have', async () => {
    const { provider } = await open()
    const capabilities = { paymasterService: { url: 'https://pm.example', optional: true } }

    const answer = await provider.request({
      method: 'wallet_sendCalls',
      params: [batch({ capabilities })],
    })

    expect(answer).toEqual({ id: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  })
})

describe('wallet_getCallsStatus', () => {
  test('answers after a reload, and gives up calls that the closed page did not send', async () => {
    const { wallet, tab, clock, storage } = await open()
    const { id } = await sendCalls(wallet, { calls: [{ to }] })
    await waitForCallsStatus(wallet, { id, pollingInterval: 50 })
    const stored = JSON.parse(String(storage.getItem('sallyport:calls')))
    const open_ = stored.map((each: object) => ({ ...each, progress: 'open', count: 2 }))
    storage.setItem('sallyport:calls', JSON.stringify(open_))

    const client = tab()
    await client.start()
    const provider = ethereum.getProvider(client, address)
    const ask = () => provider.request({ method: 'wallet_getCallsStatus', params: [id] })

    expect(await ask()).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 100 })
    clock.advance(11 * 60_000)
    expect(await ask()).toMatchObject({ status: 600 })
  })

  test('error: refuses an unknown id', async () => {
    const { wallet } = await open()

    await expect(getCallsStatus(wallet, { id: '0x12' })).rejects.toMatchObject({
      cause: { code: 5730 },
    })
  })
})

describe('wallet_showCallsStatus', () => {
  test('has the page show the status of a batch', async () => {
    const shown: unknown[] = []
    const { wallet } = await open({
      confirm: {
        request: (job) => job.run(() => undefined),
        showCalls: (read) => void read().then((status) => shown.push(status)),
      },
    })
    const { id } = await sendCalls(wallet, { calls: [{ to }] })

    await showCallsStatus(wallet, { id })

    await expect.poll(() => shown).toMatchObject([{ id }])
  })

  test('opens the latest transaction in the explorer of the chain where the page has no screen for it', async () => {
    const opened = vi.fn()
    const explored = {
      ...{ ...foundry, rpcUrls: { default: { http: [anvil.url] } } },
      blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
    }
    const { wallet } = await open({ supportedChains: [explored] })
    const { id } = await sendCalls(wallet, { calls: [{ to }] })
    const { receipts } = await waitForCallsStatus(wallet, { id, pollingInterval: 50 })

    vi.stubGlobal('window', { open: opened })
    await showCallsStatus(wallet, { id })
    vi.unstubAllGlobals()

    const [receipt] = receipts ?? []
    const url = `https://explorer.example/tx/${receipt?.transactionHash}`
    expect(opened.mock.calls).toEqual([[url, '_blank', 'noopener']])
  })

  test('error: refuses an unknown id', async () => {
    const { wallet } = await open()

    await expect(showCallsStatus(wallet, { id: '0x12' })).rejects.toMatchObject({
      cause: { code: 5730 },
    })
  })
})
