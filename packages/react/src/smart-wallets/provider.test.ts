import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { standingClock } from '../test-kit/standing-clock.js'
import type { Connected, SmartWalletClient } from './client.js'
import { createSmartWalletProvider } from './provider.js'

const address = '0x5AfE000000000000000000000000000000000042'
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x00000000000000000000000000000000000000aa'
const operation = `0x${'0b'.repeat(32)}` as const
const transactionHash = `0x${'7a'.repeat(32)}` as const
const receipt = {
  logs: [],
  status: '0x1',
  blockHash: `0x${'bb'.repeat(32)}`,
  blockNumber: '0x7',
  gasUsed: '0x5208',
  transactionHash,
}

afterEach(() => vi.restoreAllMocks())

/** A provider over a library that sends every operation, and remembers what it was asked to prepare. */
function open(ends: { kind: string } = { kind: 'included' }) {
  const prepared: unknown[][] = []
  let isIncluded = false
  const library = {
    async prepareOperation(_connection: unknown, ...rest: unknown[]) {
      prepared.push(rest)
      return { operation: {}, isSponsored: true, maxCostWei: 1n }
    },
    readBalance: async () => 0n,
    sendOperation: async () => operation,
    async waitForOperation() {
      isIncluded = ends.kind === 'included'
      return { ...ends, transactionHash }
    },
    readOperation: async () => (isIncluded ? receipt : null),
  }
  const config = { embeddedWallets: { showWalletUIs: false } }
  const { kit } = createFakeKit({ clock: standingClock(async () => {}), config })
  const connection = {
    account: { address },
    chain: { id: 8453, name: 'Base' },
    node: { request: async ({ method }: { method: string }) => `node:${method}` },
  }
  // What the code under test uses of it.
  const connected = { client: kit.client, library, connection, owner } as unknown as Connected
  const signMessage = vi.fn(async () => '0xsigned')
  const sendTransaction = vi.fn(async () => transactionHash)
  const asClient = { signMessage, sendTransaction } as unknown as SmartWalletClient // what is used
  const connect = vi.fn(async () => connected)
  const { provider, end } = createSmartWalletProvider({
    client: kit.client,
    address,
    chainIds: [8453, 10],
    connect,
    clientFor: async () => asClient,
  })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, end, ask, prepared, connect, signMessage, sendTransaction }
}

const batch = (part: object = {}) => ({
  version: '2.0.0',
  chainId: '0x2105',
  atomicRequired: true,
  calls: [
    { to, value: '0x1' },
    { to, data: '0x1234' },
  ],
  ...part,
})

describe('the EIP-1193 provider of a smart wallet', () => {
  test('is the smart wallet on the configured chains', async () => {
    const { ask, provider } = open()
    const changes: string[] = []
    provider.on('chainChanged', (chainId) => changes.push(chainId))

    expect(await ask('eth_requestAccounts')).toEqual([address])
    expect(await ask('eth_chainId')).toBe('0x2105')
    await ask('wallet_switchEthereumChain', { chainId: '0xa' })
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(changes).toEqual(['0xa'])
    expect(await ask('eth_blockNumber')).toBe('node:eth_blockNumber')
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
      code: 4901,
    })
  })

  test('signs and sends as the client does', async () => {
    const { ask, signMessage, sendTransaction } = open()

    expect(await ask('personal_sign', '0x6869', address)).toBe('0xsigned')
    expect(signMessage).toHaveBeenLastCalledWith({ message: 'hi' }, { uiOptions: {} })
    await ask('personal_sign', '0xff01', address)
    expect(signMessage).toHaveBeenLastCalledWith({ message: { raw: '0xff01' } }, { uiOptions: {} })
    expect(await ask('eth_sendTransaction', { from: address, to, value: '0x5' })).toBe(
      transactionHash,
    )
    expect(sendTransaction).toHaveBeenCalledWith({ to, value: 5n }, { uiOptions: {} })
  })

  test.each([
    ['personal_sign', ['0x6869', owner], 4100],
    ['eth_sendTransaction', [{ from: owner, to }], 4100],
    ['eth_sign', [address, '0x'], 4200],
  ])('error: refuses %s %j with %i', async (method, params, code) => {
    await expect(open().ask(method, ...params)).rejects.toMatchObject({ code })
  })

  test('tells its listeners when the user has gone, and answers no more', async () => {
    const { ask, provider, end } = open()
    const accounts: string[][] = []
    provider.on('accountsChanged', (now) => accounts.push(now))

    end()

    expect(accounts).toEqual([[]])
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4100 })
    await expect(ask('wallet_sendCalls', batch())).rejects.toMatchObject({ code: 4100 })
  })
})

describe('batches of a smart wallet (EIP-5792)', () => {
  test('it has atomic calls and takes a paymaster on configured chains', async () => {
    const { ask } = open()

    const has = { atomic: { status: 'supported' }, paymasterService: { supported: true } }
    expect(await ask('wallet_getCapabilities', address)).toEqual({ '0x2105': has, '0xa': has })
  })

  test('sends all calls as one operation that the named paymaster pays', async () => {
    const { ask, prepared } = open()
    const paymasterService = { url: 'https://paymaster.example/rpc', context: { policy: 'p' } }

    const answer = await ask('wallet_sendCalls', batch({ capabilities: { paymasterService } }))

    const { id } = answer as { id: string } // EIP-5792
    const calls = [
      { to, value: 1n },
      { to, data: '0x1234' },
    ]
    expect(prepared).toEqual([[calls, paymasterService]])
    await expect
      .poll(() => ask('wallet_getCallsStatus', id))
      .toEqual({
        ...{ version: '2.0.0', id, chainId: '0x2105', status: 200, atomic: true },
        receipts: [receipt],
      })
  })

  test('an operation that another one replaced has failed', async () => {
    const { ask } = open({ kind: 'cancelled' })

    const { id } = (await ask('wallet_sendCalls', batch())) as { id: string } // EIP-5792

    await expect.poll(() => ask('wallet_getCallsStatus', id)).toMatchObject({ status: 400 })
  })

  test.each([
    [{ capabilities: { paymasterService: { url: 'http://paymaster.example' } } }, -32602],
    [{ capabilities: { paymasterService: { url: 7 } } }, -32602],
    [{ capabilities: { auxiliaryFunds: {} } }, 5700],
    [{ calls: [{ data: '0x6000' }] }, -32602],
    [{ chainId: '0x1' }, 5710],
  ])('error: refuses %j with %i', async (part, code) => {
    const { ask, connect } = open()
    const signed = connect.mock.calls.length

    await expect(ask('wallet_sendCalls', batch(part))).rejects.toMatchObject({ code })
    expect(connect.mock.calls.length - signed).toBeLessThanOrEqual(1)
  })
})
