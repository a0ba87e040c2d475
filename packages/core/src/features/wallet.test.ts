import { afterEach, describe, expect, test } from 'vitest'
import { session, wallet } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { operate } from '../wallet/operate.js'

const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

afterEach(cleanUp)

/** A browser whose frame makes the wallets the server then lists. */
async function withWallets() {
  const world = await setup()
  const { handlers } = world.frame
  // The frame spells Ethereum addresses without the checksum, the server with it.
  const answers = { ethereum: ethereum.toLowerCase(), solana }
  const listed = { ethereum, solana }
  handlers['privy:wallets:create'] = ({ chainType }) => {
    const chain = chainType as keyof typeof listed // the two this stand-in creates
    world.server.link(walletAccount(chain, listed[chain]))
    return { address: answers[chain] }
  }
  handlers['privy:wallets:connect'] = ({ entropyId }) => ({ entropyId })
  handlers['privy:wallets:recover'] = ({ entropyId }) => ({ entropyId })
  return world
}

describe('createWallets', () => {
  test('makes both wallets and lists them in the user', async () => {
    const { signedIn, frame, server } = await withWallets()
    const client = await signedIn()

    const made = await wallet.createWallets(client)

    expect(made.map((each) => each.address)).toEqual([ethereum, solana])
    expect(client.state.user?.linkedAccounts.map((each) => each.type)).toEqual([
      'email',
      'wallet',
      'wallet',
    ])
    expect(frame.events()).toEqual(['privy:wallets:create', 'privy:wallets:create'])
    expect(frame.posts.at(-1)?.data).toMatchObject({
      chainType: 'solana',
      entropyId: ethereum.toLowerCase(),
      entropyIdVerifier: 'ethereum-address-verifier',
    })
    expect(server.count('POST /api/v1/sessions')).toBe(1)
  })

  test('asks the frame once when called twice at once, and not at all afterwards', async () => {
    const { signedIn, frame } = await withWallets()
    const client = await signedIn()

    const [first, second] = await Promise.all([1, 2].map(() => wallet.createWallets(client)))
    await wallet.createWallets(client)

    expect(first).toEqual(second)
    expect(frame.events()).toHaveLength(2)
  })

  test('error: a wallet the session does not list was not created', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:create'] = () => ({ address: ethereum })
    const client = await signedIn()

    await expect(wallet.create(client, 'ethereum')).rejects.toMatchObject({
      code: 'embedded_wallet_create_error',
    })
  })

  test('error: needs a signed-in user', async () => {
    const { tab } = await withWallets()

    await expect(wallet.createWallets(tab())).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
  })
})

describe('create', () => {
  test('error: refuses a second first wallet', async () => {
    const { signedIn } = await withWallets()
    const client = await signedIn()
    await wallet.create(client, 'ethereum')

    await expect(wallet.create(client, 'ethereum')).rejects.toMatchObject({
      code: 'embedded_wallet_already_exists',
    })
  })

  test.each([
    ['must_be_authenticated', false, {}],
    ['must_be_authenticated', false, { createAdditional: true }],
    ['must_be_authenticated', false, { walletIndex: 2 }],
    [-32602, true, { walletIndex: -1 }],
    [-32602, true, { walletIndex: 1.5 }],
  ])('error: %s (logged in: %s) for %o', async (code, isSignedIn, options) => {
    const { signedIn, tab, frame } = await withWallets()
    const client = isSignedIn ? await signedIn() : tab()

    await expect(wallet.create(client, 'ethereum', options)).rejects.toMatchObject({ code })
    await expect(wallet.create(client, 'solana', options)).rejects.toMatchObject({ code })
    expect(frame.events()).toEqual([])
  })

  test('an additional one for a user without any is the first', async () => {
    const { signedIn } = await withWallets()

    const made = await wallet.create(await signedIn(), 'ethereum', { createAdditional: true })

    expect(made).toMatchObject({ address: ethereum, walletIndex: 0 })
  })

  test('adds one at the next index of the same root', async () => {
    const { signedIn, frame, server } = await withWallets()
    frame.handlers['privy:wallets:add'] = () => {
      server.link(walletAccount('ethereum', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1))
      return { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
    }
    const client = await signedIn()
    await wallet.createWallets(client)

    const added = await wallet.create(client, 'ethereum', { createAdditional: true })

    expect(added.walletIndex).toBe(1)
    expect(frame.posts.at(-1)?.data).toMatchObject({
      entropyId: ethereum,
      entropyIdVerifier: 'ethereum-address-verifier',
      chainType: 'ethereum',
      hdWalletIndex: 1,
    })
  })

  test.each([
    ['ethereum', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
    ['solana', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    ['bitcoin-segwit', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['bitcoin-taproot', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ] as const)(
    'on %s one is made, signs and is listed at the index that is asked for',
    async (chain, address) => {
      const { signedIn, frame, server } = await withWallets()
      frame.handlers['privy:wallets:add'] = () => {
        server.link(walletAccount(chain, address, 5))
        return { address }
      }
      frame.handlers['privy:wallets:rpc'] = ({ chainType }) => ({
        ...{ address, chainType, response: { method: 'x', data: 'done' } },
      })
      const client = await signedIn()
      await wallet.createWallets(client)
      if (chain.startsWith('bitcoin')) server.link(walletAccount(chain, `${address}-at-0`))
      await session.refreshUser(client)
      const root = { entropyId: ethereum, entropyIdVerifier: 'ethereum-address-verifier' }
      const place = { ...root, chainType: chain, hdWalletIndex: 5 }

      const made = await wallet.create(client, chain, { walletIndex: 5 })
      expect(made).toMatchObject({ address, chainType: chain, walletIndex: 5 })
      expect(frame.posts.at(-1)).toMatchObject({ event: 'privy:wallets:add', data: place })
      expect(wallet.list(client, chain).at(-1)).toEqual(made)

      await operate(client, made, { method: 'signMessage', params: { message: 'AA==' } }, () => {})
      expect(frame.posts.at(-1)).toMatchObject({ event: 'privy:wallets:rpc', data: place })
    },
  )

  test('error: refuses an additional one before the first', async () => {
    const { signedIn } = await withWallets()

    await expect(
      wallet.create(await signedIn(), 'ethereum', { walletIndex: 3 }),
    ).rejects.toMatchObject({ code: 'embedded_wallet_not_found' })
  })
})

describe('operate', () => {
  const request = { method: 'signMessage', params: { message: 'AA==' } }
  const answered = { address: solana, chainType: 'solana', response: { method: 'x', data: 'done' } }

  test('connects by the root’s first address before it asks', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:rpc'] = () => answered
    const client = await signedIn()
    const [, second] = await wallet.createWallets(client)
    const steps: string[] = []

    const data = await operate(client, second!, request, ({ step }) => steps.push(step))

    expect(data).toBe('done')
    expect(steps).toEqual(['connecting', 'signing'])
    expect(frame.events().slice(2)).toEqual(['privy:wallets:connect', 'privy:wallets:rpc'])
    expect(frame.posts.at(-1)?.data).toMatchObject({
      entropyId: ethereum,
      entropyIdVerifier: 'ethereum-address-verifier',
      chainType: 'solana',
      hdWalletIndex: 0,
      request,
    })
  })

  test('error: signs nothing for a user who logged in since and whose wallet has the same place', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:rpc'] = () => answered
    const client = await signedIn()
    const wallets = await wallet.createWallets(client)
    const bob = {
      id: 'did:privy:bob',
      created_at: 1,
      linked_accounts: [
        walletAccount('ethereum', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
        walletAccount('solana', '7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy'),
      ],
      mfa_methods: [],
      has_accepted_terms: false,
      is_guest: false,
    }
    client.session.update(bob, client.session.tokens.session())
    const before = frame.events()

    for (const own of wallets) {
      await expect(operate(client, own, request)).rejects.toMatchObject({
        code: 'must_be_authenticated',
      })
    }
    expect(frame.events()).toEqual(before)
  })

  test('recovers a wallet this device does not have', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:rpc'] = () => answered
    frame.handlers['privy:wallets:connect'] = () => {
      throw { type: 'wallet_not_on_device', message: '' }
    }
    const client = await signedIn()
    const [first] = await wallet.createWallets(client)
    const steps: string[] = []

    await operate(client, first!, request, ({ step }) => steps.push(step))

    expect(steps).toEqual(['connecting', 'recovering', 'signing'])
  })

  test('recovers a wallet whose share was ended while this device held it, and asks again once', async () => {
    const { signedIn, frame } = await withWallets()
    let isHeld = true
    const missing = { type: 'wallet_not_on_device', message: '' }
    frame.handlers['privy:wallets:connect'] = ({ entropyId }) => {
      if (!isHeld) throw missing
      return { entropyId }
    }
    frame.handlers['privy:wallets:rpc'] = () => {
      if (!isHeld) return answered
      isHeld = false
      throw missing
    }
    const client = await signedIn()
    const [first] = await wallet.createWallets(client)
    const steps: string[] = []

    await operate(client, first!, request, ({ step }) => steps.push(step))

    expect(steps).toEqual(['connecting', 'signing', 'connecting', 'recovering', 'signing'])
  })

  test('error: does not recover a wallet behind a secret of the user', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:connect'] = () => {
      throw { type: 'wallet_not_on_device', message: '' }
    }
    const client = await signedIn()
    const [first] = await wallet.createWallets(client)

    const done = operate(client, { ...first!, recoveryMethod: 'user-passcode' }, request)

    await expect(done).rejects.toMatchObject({ code: 'recovery_not_supported' })
    expect(frame.events().at(-1)).toBe('privy:wallets:connect')
  })
})

describe('connect', () => {
  const missing = () => {
    throw { type: 'wallet_not_on_device', message: '' }
  }

  test('a wallet opened on this page is connected, and so is every wallet of its root', async () => {
    const { signedIn } = await withWallets()
    const client = await signedIn()
    await wallet.createWallets(client)
    expect(wallet.isConnected(client, ethereum)).toBe(false)

    await wallet.connect(client, { address: ethereum.toLowerCase() })

    expect(wallet.isConnected(client, ethereum)).toBe(true)
    expect(wallet.isConnected(client, solana)).toBe(true)
    await session.logout(client)
    expect(wallet.isConnected(client, ethereum)).toBe(false)
  })

  test('a request leaves its wallet connected', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:rpc'] = () => ({
      address: solana,
      chainType: 'solana',
      response: { method: 'x', data: 'done' },
    })
    const client = await signedIn()
    const [first] = await wallet.createWallets(client)
    await operate(client, first!, { method: 'signMessage', params: {} })

    expect(wallet.isConnected(client, ethereum)).toBe(true)
  })

  test('who comes while it recovers hears so and shares the outcome', async () => {
    const { signedIn, frame } = await withWallets()
    frame.handlers['privy:wallets:connect'] = missing
    let finish = () => {}
    const recovered = new Promise<void>((resolve) => {
      finish = resolve
    })
    frame.handlers['privy:wallets:recover'] = async ({ entropyId }) => {
      await recovered
      return { entropyId }
    }
    const client = await signedIn()
    await wallet.createWallets(client)
    const [early, late]: [string[], string[]] = [[], []]

    const first = wallet.connect(client, {
      address: ethereum,
      report: ({ step }) => void early.push(step),
    })
    await expect.poll(() => early).toEqual(['connecting', 'recovering'])
    const second = wallet.connect(client, {
      address: solana,
      report: ({ step }) => void late.push(step),
    })
    finish()
    await Promise.all([first, second])

    expect(late).toEqual(['recovering'])
    expect(frame.events().slice(2)).toEqual(['privy:wallets:connect', 'privy:wallets:recover'])
  })

  test('error: a wallet that fails to open is not connected, and can be tried again', async () => {
    const { signedIn, frame } = await withWallets()
    const client = await signedIn()
    await wallet.createWallets(client)
    await wallet.connect(client, { address: ethereum })
    const answer = frame.handlers['privy:wallets:connect']!
    frame.handlers['privy:wallets:connect'] = () => {
      throw { type: 'internal', message: '' }
    }

    await expect(wallet.connect(client, { address: ethereum })).rejects.toMatchObject({
      type: 'internal',
    })
    expect(wallet.isConnected(client, ethereum)).toBe(false)
    frame.handlers['privy:wallets:connect'] = answer
    await wallet.connect(client, { address: ethereum })
    expect(wallet.isConnected(client, ethereum)).toBe(true)
  })

  test('error: knows only the user’s own wallets', async () => {
    const { signedIn } = await withWallets()

    await expect(wallet.connect(await signedIn(), { address: ethereum })).rejects.toMatchObject({
      code: 'embedded_wallet_not_found',
    })
  })
})
