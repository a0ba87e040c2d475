import { startRelay } from '@sallyport/sandbox'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUp, setup } from '../test-kit/setup.js'
import { createWalletConnectWallet, testProjectId } from '../test-kit/walletconnect-wallet.js'
import { startSignClient, type WalletSession } from './sign-client.js'
import { createWalletConnectConnector } from './walletconnect.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://rpc.example'] } },
})
let relay: Awaited<ReturnType<typeof startRelay>>
const wallet = {
  approves: true,
  rejects: false,
  asked: [] as string[],
}
let double: Awaited<ReturnType<typeof createWalletConnectWallet>>

beforeAll(async () => {
  relay = await startRelay({ port: 0, nowMs: Date.now })
  double = await createWalletConnectWallet({
    relayUrl: relay.url,
    chains: ['eip155:1', 'eip155:8453'],
    address: account.address,
    approves: () => wallet.approves,
    handle: async ({ method, params, chainId }) => {
      wallet.asked.push(`${chainId} ${method}`)
      if (wallet.rejects) throw new Error('declined')
      const [text] = params as [`0x${string}`]
      return account.signMessage({ message: { raw: text } })
    },
  })
})
afterAll(async () => {
  await double.stop()
  await relay.stop()
})
beforeEach(() => {
  Object.assign(wallet, { approves: true, rejects: false, asked: [] })
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
})
afterEach(async () => {
  // The end of a session reaches the wallet by the relay; the next test starts without one.
  await vi.waitFor(() => expect(double.sessionCount()).toBe(0))
  vi.unstubAllGlobals()
  await cleanUp()
})

const begin = async () => {
  const { tab } = await setup()
  const client = tab({ supportedChains: [chain(8453), chain(1)] })
  const clients: Awaited<ReturnType<typeof startSignClient>>[] = []
  const connector = createWalletConnectConnector(client, {
    projectId: testProjectId,
    relayUrl: relay.url,
    start: async (options) => {
      const started = await startSignClient(options)
      clients.push(started)
      return started
    },
  })
  const connect = () => connector.connect({ onPairingUri: (uri) => void double.pair(uri) })
  return { connector, connect, clients }
}

describe('WalletConnect through the relay of the sandbox', () => {
  test('pairs by URI, signs, switches the chain and ends the session', async () => {
    const { connector, connect } = await begin()
    const connection = await connect()
    expect(connection.accounts).toEqual([account.address])
    expect(connection.chainId).toBe('eip155:8453')

    const text = 'Log in'
    const signature = await connection.signText({ address: account.address, text })
    expect(signature).toBe(await account.signMessage({ message: text }))
    expect(wallet.asked).toEqual(['eip155:8453 personal_sign'])

    await connection.switchChain(1)
    expect(connection.chainId).toBe('eip155:1')
    await connection.signText({ address: account.address, text })
    expect(wallet.asked.at(-1)).toBe('eip155:1 personal_sign')

    const changed = new Promise<void>((resolve) => connection.subscribe(resolve))
    await double.emitChain('eip155:8453', 8453)
    await changed
    expect(connection.chainId).toBe('eip155:8453')

    const again = await connector.reconnect()
    expect(again?.accounts).toEqual([account.address])
    await again?.disconnect()
    expect(await connector.reconnect()).toBeNull()
  })

  test('a wallet that ends the session leaves a connection without accounts', async () => {
    const { connect, clients } = await begin()
    const connection = await connect()
    const ended = new Promise<void>((resolve) => connection.subscribe(resolve))
    await double.disconnect()
    await ended
    expect(connection.accounts).toEqual([])
    // The client removes the session after it has told of its end.
    await vi.waitFor(() => expect(clients.flatMap(({ session }) => session.getAll())).toEqual([]))
  })

  test('pages with two kits share one client, which handles each message once', async () => {
    const [one, two] = [await begin(), await begin()]
    const connection = await one.connect()
    expect((await two.connector.reconnect())?.accounts).toEqual([account.address])
    expect(two.clients).toEqual(one.clients)
    await connection.disconnect()
  })

  test('error: the wallet declines the session, or a signature', async () => {
    const { connect } = await begin()
    wallet.approves = false
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    wallet.approves = true
    const connection = await connect()
    wallet.rejects = true
    const signing = connection.signText({ address: account.address, text: 'x' })
    await expect(signing).rejects.toMatchObject({ code: 4001 })
    await connection.disconnect()
  })

  test('error: the user stops waiting', async () => {
    const { connector } = await begin()
    const stop = new AbortController()
    const waiting = connector.connect({
      signal: stop.signal,
      onPairingUri: () => stop.abort(new Error('stopped')),
    })
    await expect(waiting).rejects.toThrow('stopped')
  })

  test('error: no project id', async () => {
    const { tab } = await setup()
    const connector = createWalletConnectConnector(tab())
    await expect(connector.connect()).rejects.toMatchObject({ name: 'ConfigError' })
  })
})

/** As the library does it: what expires rejects twice, and only a second call takes the second rejection. */
function expiringApproval() {
  let kept: Promise<WalletSession> | undefined
  return async () =>
    kept ??
    new Promise<WalletSession>((_, reject) => {
      queueMicrotask(() => {
        const cause = new Error('Proposal expired')
        kept = Promise.reject(cause)
        reject(cause)
      })
    })
}

describe('a session without its client', () => {
  const session: WalletSession = {
    topic: 'topic',
    expiry: 4_000_000_000,
    namespaces: {
      eip155: { accounts: [`eip155:1:${account.address}`], methods: ['personal_sign'], events: [] },
    },
    peer: { metadata: { name: 'Wallet' } },
  }
  const open = async () => {
    const { tab } = await setup()
    const client = tab({ supportedChains: [chain(8453), chain(1)] })
    const asked: unknown[] = []
    const connector = createWalletConnectConnector(client, {
      projectId: testProjectId,
      start: async () => ({
        connect: async () => ({ uri: 'wc:x', approval: async () => session }),
        request: async ({ request }) => {
          asked.push(request)
          return null
        },
        disconnect: async () => {},
        session: { getAll: () => [] },
        on: () => {},
        off: () => {},
      }),
    })
    return { connection: await connector.connect(), asked }
  }

  test('error: the user lets the proposal expire; no rejection is left unhandled', async () => {
    const { tab } = await setup()
    const unhandled: unknown[] = []
    const note = (cause: unknown) => unhandled.push(cause)
    process.on('unhandledRejection', note)
    const connector = createWalletConnectConnector(tab({ supportedChains: [chain(1)] }), {
      projectId: testProjectId,
      start: async () => ({
        connect: async () => ({ uri: 'wc:x', approval: expiringApproval() }),
        request: async () => null,
        disconnect: async () => {},
        session: { getAll: () => [] },
        on: () => {},
        off: () => {},
      }),
    })

    await expect(connector.connect()).rejects.toMatchObject({ code: 4001 })
    // Node reports unhandled rejections once the microtasks have run.
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('a session without the first chain of the app is on one that it has', async () => {
    const { connection } = await open()
    expect(connection.chainId).toBe('eip155:1')
  })

  test('error: a chain that the wallet has not approved and cannot be asked for', async () => {
    const { connection } = await open()
    await expect(connection.switchChain(10)).rejects.toMatchObject({ code: 4901 })
  })

  test('error: a method of wallets that sessions do not carry', async () => {
    const { connection, asked } = await open()
    const request = connection.provider.request({ method: 'wallet_getPermissions' })
    await expect(request).rejects.toMatchObject({ code: 4200 })
    expect(asked).toEqual([])
  })
})
