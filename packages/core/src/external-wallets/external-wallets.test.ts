// @vitest-environment happy-dom
import type { Wallet } from '@wallet-standard/base'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../client.js'
import { externalWallet, solana } from '../index.js'
import { createTestClock } from '../test-kit/clock.js'
import { createFrameHost } from '../test-kit/frame.js'
import { createEthereumDouble, createSolanaDouble } from '../test-kit/page-wallets.js'
import { testAppId } from '../test-kit/server.js'
import { createMemoryStorage } from '../test-kit/storage.js'
import { openEthereumConnection } from './ethereum-connection.js'
import { ethereumProviderOf } from './ethereum-provider.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solanaAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const each of cleanups.splice(0).reverse()) each()
})

/** The external wallets of one visit of a page. */
function visit(storage = createMemoryStorage()) {
  const clock = createTestClock()
  const client = createClient({
    appId: testAppId,
    apiUrl: 'https://auth.example.com',
    storage,
    clock,
    frameHost: createFrameHost('https://auth.example.com').host,
    supportedChains: [
      {
        id: 8453,
        name: 'Base',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: ['https://base.example'] } },
      },
    ],
  })
  const wallets = externalWallet.externalWalletsOf(client)
  cleanups.push(
    wallets.stop,
    wallets.subscribe(() => undefined),
  )
  return { client, wallets, storage, clock }
}

function find(wallets: externalWallet.ExternalWallets, id: string) {
  const connector = wallets.state.connectors.find((each) => each.id === id)
  if (!connector) throw new Error(`No connector ${id}`)
  return connector
}

/** As a wallet of the Wallet Standard does. */
function registerWallet(wallet: Wallet) {
  const detail = (api: { register(wallet: Wallet): () => void }) =>
    cleanups.push(api.register(wallet))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('discovery', () => {
  test('finds wallets that announce themselves before and after the page asks (EIP-6963)', () => {
    cleanups.push(
      createEthereumDouble([address]).announce({ rdns: 'io.metamask', name: 'MetaMask' }),
    )
    const { wallets } = visit()
    cleanups.push(createEthereumDouble([other]).announce({ rdns: 'com.late', name: 'Late  One' }))

    const [first, second] = wallets.state.connectors
    expect(first).toMatchObject({
      id: 'io.metamask',
      name: 'MetaMask',
      walletClientType: 'metamask',
      connectorType: 'injected',
      entry: 'metamask',
    })
    expect(second).toMatchObject({ id: 'com.late', walletClientType: 'late_one', entry: null })
  })

  test('window.ethereum is offered only while no wallet announces itself', () => {
    const { provider } = createEthereumDouble([address])
    Object.assign(window, { ethereum: provider })
    cleanups.push(() => Reflect.deleteProperty(window, 'ethereum'))
    const { wallets } = visit()
    expect(wallets.state.connectors.map((each) => each.id)).toEqual(['window.ethereum'])

    cleanups.push(
      createEthereumDouble([other]).announce({ rdns: 'io.rabby', name: 'Rabby Wallet' }),
    )
    expect(wallets.state.connectors.map((each) => each.id)).toEqual(['io.rabby'])
  })

  test('finds Solana wallets, and not the embedded wallet of the page', () => {
    registerWallet(createSolanaDouble('Phantom', [solanaAddress]).wallet)
    const { client, wallets } = visit()
    cleanups.push(solana.register(client))

    const found = wallets.state.connectors.filter((each) => each.chainType === 'solana')
    expect(found.map((each) => [each.id, each.walletClientType])).toEqual([
      ['solana:Phantom', 'phantom'],
    ])
  })

  test('a hostile name is cut and cleaned, and an icon that is not an image is left out', () => {
    const info = {
      rdns: 'com.evil',
      name: `Good\u202Ename\n${'x'.repeat(300)}`,
      icon: 'https://x.y/z',
    }
    cleanups.push(createEthereumDouble([address]).announce(info))
    const { wallets } = visit()

    const { name, icon, walletClientType } = find(wallets, 'com.evil')
    expect([...name]).toHaveLength(64)
    expect(name).not.toMatch(/[\u202E\n]/)
    expect(walletClientType.length).toBeLessThanOrEqual(64)
    expect(icon).toBeNull()
  })
})

describe('connecting', () => {
  test('keeps the shared accounts, follows account and chain, and forgets a wallet that shares none', async () => {
    const double = createEthereumDouble([address, other])
    cleanups.push(double.announce())
    const { wallets, storage } = visit()

    const connected = await wallets.connect(find(wallets, 'com.test'))
    expect(connected.map((each) => each.address)).toEqual([address, other])
    expect(connected[0]?.connection.chainId).toBe('eip155:1')
    expect(JSON.parse(storage.getItem('privy:connections') ?? '[]')).toMatchObject([
      { id: 'com.test', address, connectorType: 'injected', walletClientType: 'test' },
      { address: other },
    ])

    double.emit('accountsChanged', [other])
    double.emit('chainChanged', '0x2105')
    expect(wallets.state.wallets.map((each) => each.address)).toEqual([other])
    expect(wallets.state.wallets[0]?.connection.chainId).toBe('eip155:8453')

    double.emit('accountsChanged', [])
    expect(wallets.state.wallets).toEqual([])
    expect(storage.getItem('privy:connections')).toBeNull()
  })

  test('error: a declined question is 4001, for wallets with and without codes', async () => {
    const double = createEthereumDouble([address])
    const phantom = createSolanaDouble('Rejecting', [solanaAddress])
    double.state.rejects = true
    phantom.state.rejects = true
    cleanups.push(double.announce({ rdns: 'com.rejects' }))
    registerWallet(phantom.wallet)
    const { wallets } = visit()

    for (const id of ['com.rejects', 'solana:Rejecting'])
      await expect(wallets.connect(find(wallets, id))).rejects.toMatchObject({ code: 4001 })
    expect(wallets.state.wallets).toEqual([])
  })

  const revert = `0x08c379a0${'0'.repeat(62)}20`
  test.each<[string, unknown, { code: number; message: string; data?: unknown }]>([
    [
      '4902',
      { code: 4902, message: 'Unrecognized chain ID' },
      { code: 4902, message: 'Unrecognized chain ID' },
    ],
    [
      '4902 under an internal error',
      {
        code: -32603,
        message: 'Internal error',
        data: { originalError: { code: 4902, message: 'No chain' } },
      },
      { code: 4902, message: 'No chain' },
    ],
    [
      '4902 under an error without a code',
      { message: 'Failed', data: { originalError: { code: 4902 } } },
      { code: 4902, message: 'Failed' },
    ],
    [
      'a revert with its data',
      { code: 3, message: 'execution reverted: too early', data: revert },
      { code: 3, message: 'execution reverted: too early', data: revert },
    ],
    [
      'a revert whose data is under data',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { code: 3, data: revert } },
      { code: -32603, message: 'Internal JSON-RPC error.', data: { code: 3, data: revert } },
    ],
    [
      'a revert under an internal error',
      {
        code: -32603,
        message: 'x',
        data: { originalError: { code: 3, message: 'reverted', data: revert } },
      },
      { code: 3, message: 'reverted', data: revert },
    ],
    [
      'a text of a node',
      { code: -32000, message: 'insufficient funds for gas * price + value' },
      { code: -32000, message: 'insufficient funds for gas * price + value' },
    ],
    ...[5700, 5710, 5720, 5730, 5740, 5750, 5760].map(
      (code): [string, unknown, { code: number; message: string }] => [
        `${code} of EIP-5792`,
        { code, message: 'Unsupported' },
        { code, message: 'Unsupported' },
      ],
    ),
    [
      'a code of the wallet’s own',
      { code: -39001, message: 'Locked' },
      { code: -39001, message: 'Locked' },
    ],
    ['a code without a text', { code: 4902 }, { code: 4902, message: 'Error 4902' }],
    ['a code as text', { code: '4902', message: 'x' }, { code: 4902, message: 'x' }],
    [
      'a code in words',
      { code: 'ACTION_REJECTED', message: 'user rejected' },
      { code: 4001, message: 'user rejected' },
    ],
    [
      'WalletConnect’s refusal',
      { code: 5000, message: 'User rejected.' },
      { code: 4001, message: 'User rejected.' },
    ],
    [
      'a whole answer of JSON-RPC',
      { jsonrpc: '2.0', id: 1, error: { code: 4902, message: 'no' } },
      { code: 4902, message: 'no' },
    ],
    ['an error', new Error('Popup closed'), { code: -32603, message: 'Popup closed' }],
    ['a text', 'Popup closed', { code: -32603, message: 'Popup closed' }],
    ['nothing', undefined, { code: -32603, message: 'Internal error' }],
  ])(
    'what a wallet throws reaches the app with code, text and data: %s',
    async (_, thrown, expected) => {
      const { provider } = createEthereumDouble([address])
      const connection = await openEthereumConnection({ provider, chains: [] }, [address])
      provider.request = async () => {
        throw thrown
      }
      const { client } = visit()
      const adapted = ethereumProviderOf(client, { address, connection })
      const error = await adapted.request({ method: 'eth_call' }).catch((each: unknown) => each)

      expect(error).toMatchObject({ name: 'RpcError', ...expected })
      expect((error as Error).cause).toBe(thrown)
    },
  )

  const asset = { type: 'ERC20', options: { address: other, symbol: 'LAB', decimals: 18 } }
  test.each<[string, unknown, object]>([
    ['an object', asset, { method: 'wallet_watchAsset', params: asset }],
    ['a list', [asset], { method: 'wallet_watchAsset', params: [asset] }],
    ['an empty list', [], { method: 'wallet_watchAsset', params: [] }],
    ['none', undefined, { method: 'wallet_watchAsset' }],
    ['null', null, { method: 'wallet_watchAsset' }],
  ])('the wallet gets the params as given: %s', async (_, params, expected) => {
    const { provider } = createEthereumDouble([address])
    const connection = await openEthereumConnection({ provider, chains: [] }, [address])
    const calls: unknown[] = []
    provider.request = async (call) => calls.push(call)
    const { client } = visit()

    await ethereumProviderOf(client, { address, connection }).request({
      method: 'wallet_watchAsset',
      params,
    })

    expect(calls).toEqual([expected])
  })

  test('adds a configured chain to a wallet that does not know it', async () => {
    const double = createEthereumDouble([address])
    cleanups.push(double.announce({ rdns: 'com.chains' }))
    const { wallets } = visit()
    const [wallet] = await wallets.connect(find(wallets, 'com.chains'))
    if (wallet?.connection.chainType !== 'ethereum') throw new Error('Not an Ethereum wallet')

    await wallet.connection.switchChain(8453)
    expect(wallet.connection.chainId).toBe('eip155:8453')
    await expect(wallet.connection.switchChain(10)).rejects.toMatchObject({ code: 4901 })
  })

  test('disconnecting takes back the permission and stops listening', async () => {
    const double = createEthereumDouble([address])
    cleanups.push(double.announce({ rdns: 'com.gone' }))
    const { wallets } = visit()
    const connector = find(wallets, 'com.gone')
    await wallets.connect(connector)
    await wallets.disconnect(connector)

    expect(wallets.state.wallets).toEqual([])
    expect(double.state.allowed).toBe(false)
    expect(double.listeners.get('accountsChanged')?.size).toBe(0)
  })
})

describe('the next visit', () => {
  test('takes up the connections of the visit before without asking the user', async () => {
    const double = createEthereumDouble([address])
    const phantom = createSolanaDouble('Returning', [solanaAddress])
    cleanups.push(double.announce({ rdns: 'com.returns' }))
    registerWallet(phantom.wallet)
    const before = visit()
    await before.wallets.connect(find(before.wallets, 'com.returns'))
    await before.wallets.connect(find(before.wallets, 'solana:Returning'))
    before.wallets.stop()
    double.asked.length = 0

    const { wallets } = visit(before.storage)
    expect(wallets.state.ready).toBe(false)
    await settle()

    expect(wallets.state.ready).toBe(true)
    expect(wallets.state.wallets.map((each) => each.address).sort()).toEqual(
      [address, solanaAddress].sort(),
    )
    expect(double.asked).not.toContain('eth_requestAccounts')
  })

  test('is ready after 3 s when a remembered wallet does not appear, which stays remembered', async () => {
    const storage = createMemoryStorage()
    const stored = [{ id: 'com.removed', address, connectedAt: 1 }]
    storage.setItem('privy:connections', JSON.stringify(stored))
    const { wallets, clock } = visit(storage)
    expect(wallets.state.ready).toBe(false)

    clock.advance(3000)
    await settle()
    expect(wallets.state.ready).toBe(true)
    expect(JSON.parse(storage.getItem('privy:connections') ?? '[]')).toEqual(stored)
  })

  test('error: broken memory counts as none', () => {
    const storage = createMemoryStorage()
    storage.setItem('privy:connections', '[null, {"id": 1}, "x"]')

    expect(visit(storage).wallets.state.ready).toBe(true)
  })
})
