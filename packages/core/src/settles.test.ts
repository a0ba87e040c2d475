import { isApiError } from '@sallyport/contract'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SallyportClient } from './client.js'
import {
  email,
  errorCode,
  ethereum,
  guest,
  KitError,
  RpcError,
  session,
  solana,
  user,
  wallet,
} from './index.js'
import { walletAccount } from './test-kit/server.js'
import { cleanUp, setup } from './test-kit/setup.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solanaAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const chain = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
}

// Loaded by the runner in real time, while the clock of a test stands or jumps.
beforeAll(() => import('./frame/calls.js'))
afterEach(async () => {
  vi.restoreAllMocks()
  await cleanUp()
})

const circumstances = [
  'the network is gone',
  'no answer',
  'the server answers 502',
  'the frame never answers',
  'the person closes the request',
  'the client is destroyed',
  'no login',
] as const
type Circumstance = (typeof circumstances)[number]
interface Row {
  run(client: SallyportClient): Promise<unknown>
  /** What it ends with in each circumstance: a code, `done`, or null where the two have nothing to do with each other. */
  ends: readonly (string | null)[]
}

const server = ['offline', 'client_request_timeout', 'internal_error'] as const
const ask = (client: SallyportClient, method: string, params: unknown[]) =>
  ethereum.getProvider(client, address).request({ method, params })

/** Everything of the public surface that waits for an answer. */
const operations: Record<string, Row> = {
  'email.sendCode': {
    run: (client) => email.sendCode(client, { email: 'ada@example.com' }),
    ends: [...server, null, null, null, 'done'],
  },
  'email.login': {
    run: (client) => email.login(client, { email: 'ada@example.com', code: '123456' }),
    ends: [...server, null, null, null, 'done'],
  },
  'guest.login': {
    run: (client) => guest.login(client),
    ends: [...server, 'not_supported', null, null, 'done'],
  },
  'session.getAccessToken': {
    run: (client) => session.getAccessToken(client),
    ends: [...server, null, null, null, 'done'],
  },
  'session.getIdentityToken': {
    run: (client) => session.getIdentityToken(client),
    ends: [...server, null, null, null, 'done'],
  },
  'session.refreshUser': {
    run: (client) => session.refreshUser(client),
    ends: [...server, null, null, null, 'done'],
  },
  'session.logout': {
    run: (client) => session.logout(client),
    ends: ['done', 'done', 'done', 'done', null, 'done', 'done'],
  },
  'user.acceptTerms': {
    run: (client) => user.acceptTerms(client),
    ends: [...server, null, null, null, 'must_be_authenticated'],
  },
  'wallet.create': {
    run: (client) => wallet.create(client, 'ethereum', { walletIndex: 1 }),
    ends: [...server, 'frame_request_timeout', null, 'client_destroyed', 'must_be_authenticated'],
  },
  'wallet.create for Solana': {
    run: (client) => wallet.create(client, 'solana', { walletIndex: 1 }),
    ends: [...server, 'frame_request_timeout', null, 'client_destroyed', 'must_be_authenticated'],
  },
  'wallet.connect': {
    run: (client) => wallet.connect(client, { address }),
    ends: [
      ...server,
      'frame_request_timeout',
      null,
      'client_destroyed',
      'embedded_wallet_not_found',
    ],
  },
  personal_sign: {
    run: (client) => ask(client, 'personal_sign', ['hello', address]),
    ends: [...server, 'frame_request_timeout', '4001', 'client_destroyed', '4100'],
  },
  eth_sendTransaction: {
    run: (client) => ask(client, 'eth_sendTransaction', [{ to: address, value: '0x1' }]),
    ends: ['offline', 'client_request_timeout', 'offline', null, '4001', null, '4100'],
  },
  eth_blockNumber: {
    run: (client) => ask(client, 'eth_blockNumber', []),
    ends: ['offline', 'client_request_timeout', 'offline', null, null, null, null],
  },
  'ethereum.prepareTransaction': {
    run: (client) =>
      ethereum.prepareTransaction(client, { address, chain, transaction: { to: address } }),
    ends: ['offline', 'client_request_timeout', 'offline', null, null, null, '4100'],
  },
  'solana.signMessage': {
    run: (client) => solana.getWallet(client, solanaAddress).signMessage(Uint8Array.of(104, 105)),
    ends: [...server, 'frame_request_timeout', '4001', 'client_destroyed', '4100'],
  },
  'solana.transfer': {
    run: (client) =>
      solana.transfer(client, { from: solanaAddress, to: solanaAddress, lamports: 1n }),
    ends: ['offline', 'client_request_timeout', 'offline', null, null, null, null],
  },
}

describe.each(Object.entries(operations))('%s settles', (name, { run, ends }) => {
  const cases = circumstances.flatMap((circumstance, at) => {
    const end = ends[at]
    return typeof end === 'string' ? [[circumstance, end] as const] : []
  })

  test.each(cases)('when %s: %s', async (circumstance, end) => {
    const opened = await open(name, circumstance)

    expect(await settled(run(opened.client), circumstance, opened)).toBe(end)
  })
})

/** A signed-in client with a wallet of each chain, and then the circumstance. */
async function open(name: string, circumstance: Circumstance) {
  let network: 'up' | 'gone' | 'silent' | 'broken' = 'up'
  /** Requests the real server is answering: its time is not the test's, so the clock stands meanwhile. */
  let underWay = 0
  const fetchWhole = async (...request: Parameters<typeof fetch>) => {
    underWay += 1
    try {
      const response = await fetch(...request)
      return new Response(await response.arrayBuffer(), response)
    } finally {
      underWay -= 1
    }
  }
  const world = await setup(
    { 'privy:wallets:connect': ({ entropyId }) => ({ entropyId }) },
    {
      supportedChains: [chain],
      solanaClusters: [{ name: 'localnet', rpcUrl: 'https://cluster.example' }],
      confirm: {
        request: ({ run }) =>
          circumstance === 'the person closes the request'
            ? Promise.reject(new RpcError(4001))
            : run(() => undefined),
      },
      async fetch(input, init) {
        if (network === 'gone') throw new TypeError('Failed to fetch')
        if (network === 'broken') return new Response('<h1>Bad gateway</h1>', { status: 502 })
        if (network === 'up') return fetchWhole(input, init)
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })
      },
    },
  )
  // The platform's own timer cannot be moved: this one follows the test's clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    void world.clock.wait(ms).then(() => controller.abort(new DOMException('', 'TimeoutError')))
    return controller.signal
  })
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address), walletAccount('solana', solanaAddress))
  await session.refreshUser(client)
  const mayBeIn = circumstance === 'the frame never answers' || !name.endsWith('login')
  if (circumstance === 'no login' || !mayBeIn) await session.logout(client)
  if (circumstance === 'the network is gone') network = 'gone'
  if (circumstance === 'no answer') network = 'silent'
  if (circumstance === 'the server answers 502') network = 'broken'
  // Tokens of two hours ago: every call has to ask the server first.
  if (network !== 'up') world.clock.advance(2 * 3_600_000)
  if (circumstance === 'the frame never answers' || circumstance === 'the client is destroyed') {
    for (const event of ['privy:wallets:connect', 'privy:wallets:add']) {
      world.frame.handlers[event] = () => new Promise(() => undefined)
    }
  }
  return { client, world, isServerBusy: () => underWay > 0 }
}

/** How `work` ended, while the clock runs on and the circumstance befalls it: `done`, or the code of a typed error. */
async function settled(
  work: Promise<unknown>,
  circumstance: Circumstance,
  { client, world, isServerBusy }: Awaited<ReturnType<typeof open>>,
): Promise<string> {
  let end: string | undefined
  work.then(
    () => {
      end = 'done'
    },
    (error: unknown) => {
      const isTyped = error instanceof KitError || isApiError(error)
      end = isTyped ? errorCode(error) : `untyped: ${error}`
    },
  )
  if (circumstance === 'the client is destroyed') {
    // In the middle of it: the frame was asked, or there is nothing to ask it.
    const isAsked = () => end !== undefined || world.frame.events().length > 0
    await vi.waitFor(() => expect(isAsked()).toBe(true), { timeout: 30_000 })
    client.destroy()
  }
  // A busy machine may take its time to load the chain's library: tries cost nothing once it ended.
  for (let tries = 0; tries < 2_000 && end === undefined; tries += 1) {
    await new Promise((later) => setTimeout(later, 5))
    if (!isServerBusy()) world.clock.advance(61_000)
  }
  return end ?? 'still waiting'
}
