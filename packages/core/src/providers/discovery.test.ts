// @vitest-environment happy-dom
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client.js'
import { ethereum, solana } from '../index.js'
import { createTestClock } from '../test-kit/clock.js'
import { createFrameHost } from '../test-kit/frame.js'
import { accessToken, account, testAppId, walletAccount } from '../test-kit/server.js'
import { createMemoryStorage } from '../test-kit/storage.js'
import type { Announcement } from './announce.js'

const origin = 'https://auth.example.com'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solanaAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const each of cleanups.splice(0).reverse()) each()
})

/** A client in a page, signed in by the answer of a login. */
function open() {
  const client = createClient({
    appId: testAppId,
    apiUrl: origin,
    storage: createMemoryStorage(),
    clock: createTestClock(),
    frameHost: createFrameHost(origin).host,
    solanaClusters: [{ name: 'localnet' }, { name: 'devnet' }],
  })
  cleanups.push(() => client.destroy())
  const signIn = () =>
    client.session.accept({
      token: accessToken(client.environment.clock.nowMs()),
      privy_access_token: null,
      refresh_token: 'refresh-1',
      session_update_action: 'set',
      user: {
        id: 'user',
        created_at: 1,
        linked_accounts: [
          account({ type: 'email', address: 'ada@example.com' }),
          walletAccount('ethereum', address),
          walletAccount('solana', solanaAddress),
        ],
        mfa_methods: [],
        has_accepted_terms: false,
        is_guest: false,
      },
    })
  return { client, signIn }
}

function listen() {
  const heard: Announcement[] = []
  const onAnnounce = (event: Event) => heard.push((event as CustomEvent<Announcement>).detail)
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  cleanups.push(() => window.removeEventListener('eip6963:announceProvider', onAnnounce))
  return heard
}

describe('announce', () => {
  test('announces the wallet once there is one, and again when asked (EIP-6963)', async () => {
    const { client, signIn } = open()
    const heard = listen()
    cleanups.push(ethereum.announce(client, { name: 'Demo' }))
    expect(heard).toHaveLength(0)

    signIn()
    window.dispatchEvent(new Event('eip6963:requestProvider'))

    expect(heard).toHaveLength(2)
    expect(heard[0]?.info).toEqual(heard[1]?.info)
    expect(heard[0]?.info).toMatchObject({
      name: 'Demo',
      rdns: expect.stringMatching(/^[a-z]+(\.[a-z]+)+$/),
      uuid: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    expect(Object.isFrozen(heard[0])).toBe(true)
    expect(await heard[0]?.provider.request({ method: 'eth_accounts' })).toEqual([address])
  })

  test('is silent after it was stopped', () => {
    const { client, signIn } = open()
    const heard = listen()
    ethereum.announce(client)()

    signIn()
    window.dispatchEvent(new Event('eip6963:requestProvider'))

    expect(heard).toHaveLength(0)
  })
})

describe('register', () => {
  const ours = () =>
    getWallets()
      .get()
      .filter((each) => each.name === 'Sallyport')
  const feature = <T>(wallet: Wallet, name: string) => wallet.features[name as never] as T

  test('is found by an app that looks before and after (Wallet Standard)', () => {
    const { client } = open()
    getWallets()
    const stop = solana.register(client)

    expect(ours()).toHaveLength(1)
    expect(ours()[0]?.chains).toEqual(['solana:localnet', 'solana:devnet'])
    expect(Object.keys(ours()[0]!.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ])
    stop()
    expect(ours()).toHaveLength(0)
  })

  test('its accounts come with the user and tell so', async () => {
    const { client, signIn } = open()
    cleanups.push(solana.register(client))
    const [wallet] = ours()
    const onChange = vi.fn()
    const events = feature<{ on(event: string, listener: unknown): () => void }>(
      wallet!,
      'standard:events',
    )
    events.on('change', onChange)

    signIn()

    const connect = feature<{ connect(): Promise<unknown> }>(wallet!, 'standard:connect')
    expect(wallet?.accounts).toMatchObject([
      { address: solanaAddress, chains: ['solana:localnet', 'solana:devnet'] },
    ])
    expect(wallet?.accounts[0]?.publicKey).toHaveLength(32)
    expect(await connect.connect()).toEqual({ accounts: wallet?.accounts })
    expect(onChange).toHaveBeenCalledWith({ accounts: wallet?.accounts })
  })

  test('error: connect is refused without a login', async () => {
    const { client } = open()
    cleanups.push(solana.register(client))

    const connect = feature<{ connect(): Promise<unknown> }>(ours()[0]!, 'standard:connect')

    await expect(connect.connect()).rejects.toMatchObject({ code: 4100 })
  })

  test('error: refuses a chain it was not offered for', async () => {
    const { client, signIn } = open()
    cleanups.push(solana.register(client))
    signIn()
    const [wallet] = ours()
    const sign = feature<{ signTransaction(input: unknown): Promise<unknown> }>(
      wallet!,
      'solana:signTransaction',
    )

    const signed = sign.signTransaction({
      account: wallet!.accounts[0],
      transaction: new Uint8Array(),
      chain: 'solana:mainnet',
    })

    await expect(signed).rejects.toMatchObject({ code: 4901 })
  })
})
