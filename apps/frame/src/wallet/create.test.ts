import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf, errorOf } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const owner = { appId, userId: ada }

describe('createWallet', () => {
  test('gives an Ethereum address that is recoverable when it is told, in three round trips', async () => {
    const { custody, openPage, token } = await createRig()

    const created = dataOf(
      await openPage().send('privy:wallet:create', { accessToken: token(ada) }),
    )

    expect(created).toEqual({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    expect(custody.calls).toEqual(['create', 'authShare', 'confirm'])
    const [root] = custody.roots.values()
    expect(root?.accounts).toEqual([
      { chain_type: 'ethereum', wallet_index: 0, address: created.address },
    ])
    expect([...root!.generations.values()].map(({ isActive }) => isActive)).toEqual([true])
  })

  test('adds a Solana address of the same root when asked for one next', async () => {
    const { custody, openPage, token } = await createRig()
    const page = openPage()
    const accessToken = token(ada)
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))

    const solana = dataOf(
      await page.send('privy:solana-wallet:create', {
        accessToken,
        ethereumAddress: String(address),
      }),
    )

    expect(custody.roots.size).toBe(1)
    const [root] = custody.roots.values()
    expect(root?.accounts.map((account) => account.address)).toEqual([address, solana.publicKey])
  })

  test('tells only the Solana address when that is all that was asked for', async () => {
    const { custody, openPage, token } = await createRig()

    const { publicKey } = dataOf(
      await openPage().send('privy:solana-wallet:create', { accessToken: token(ada) }),
    )

    const [root] = custody.roots.values()
    expect(root?.accounts).toEqual([{ chain_type: 'solana', wallet_index: 0, address: publicKey }])
  })

  test('derives and stores only the chain that was asked for', async () => {
    const { openPage, token } = await createRig()
    const store = createMemoryStore()

    await openPage(store).send('privy:wallets:create', {
      accessToken: token(ada),
      chainType: 'solana',
    })

    const [record] = await store.list(owner)
    expect(record!.accounts.map(({ chainType }) => chainType)).toEqual(['solana'])
  })

  test('gives an address another device has added, once this device has derived it', async () => {
    const { openPage, token } = await createRig()
    const stores = [createMemoryStore(), createMemoryStore()]
    const [first, second] = stores.map((store) => openPage(store))
    const accessToken = token(ada)
    const create = { accessToken, chainType: 'solana' } as const
    await first!.send('privy:wallet:create', { accessToken })
    const added = dataOf(await second!.send('privy:wallets:create', create))

    const answer = dataOf(await first!.send('privy:wallets:create', create))

    expect(answer).toEqual(added)
    const [record] = await stores[0]!.list(owner)
    expect(record!.accounts.map(({ address }) => address)).toContain(added.address)
  })

  test('names the root to derive from by any chain', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const { address } = dataOf(await openPage().send('privy:wallet:create', { accessToken }))
    const create = { accessToken, chainType: 'solana', entropyId: String(address) } as const
    const named = (entropyIdVerifier: 'ethereum-address-verifier' | 'solana-address-verifier') =>
      openPage().send('privy:wallets:create', { ...create, entropyIdVerifier })

    expect(errorOf(await named('solana-address-verifier'))).toBe('wallet_not_on_device')
    const created = dataOf(await named('ethereum-address-verifier'))

    const [root] = custody.roots.values()
    expect(root!.accounts.map((account) => account.address)).toEqual([address, created.address])
  })

  test('returns the same address again and never replaces the root', async () => {
    const { custody, openPage, token } = await createRig()
    const page = openPage()
    const accessToken = token(ada)

    const answers = await Promise.all([
      page.send('privy:wallet:create', { accessToken }),
      page.send('privy:wallet:create', { accessToken }),
      page.send('privy:wallets:create', { accessToken, chainType: 'ethereum' }),
      page.send('privy:solana-wallet:create', { accessToken }),
    ])
    const later = await page.send('privy:wallet:create', { accessToken })

    const addresses = [...answers.slice(0, 3), later].map((answer) => dataOf(answer).address)
    expect(new Set(addresses).size).toBe(1)
    expect(custody.roots.size).toBe(1)
  })

  test('CUS-14: recovers the root onto a device that has lost its share', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const { address } = dataOf(await openPage().send('privy:wallet:create', { accessToken }))
    const store = createMemoryStore()

    const again = dataOf(await openPage(store).send('privy:wallet:create', { accessToken }))

    expect(again.address).toBe(address)
    expect(custody.roots.size).toBe(1)
    expect([...custody.roots.values()][0]?.generations.size).toBe(2)
    expect(await store.list(owner)).toHaveLength(1)
  })

  test('the tab that loses retires its own root and uses the other', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const store = createMemoryStore()
    const pages = [openPage(store), openPage(store)]

    const answers = await Promise.all(
      pages.map((page) => page.send('privy:wallet:create', { accessToken })),
    )

    const addresses = answers.map((answer) => dataOf(answer).address)
    expect(addresses[0]).toBe(addresses[1])
    const active = [...custody.roots.values()].filter((root) =>
      [...root.generations.values()].some(({ isActive }) => isActive),
    )
    expect(active).toHaveLength(1)
    const records = (await store.list(owner)).filter(({ retiredAtMs }) => retiredAtMs === undefined)
    expect(records.every(({ accounts }) => accounts[0]?.address === addresses[0])).toBe(true)
  })

  test('a lost answer to confirm costs nothing: the next request finds the wallet active', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const store = createMemoryStore()
    custody.intercept = async ({ route, answer }) => {
      const answered = await answer()
      if (route === 'confirm') throw new Refusal(null)
      return answered
    }
    expect(errorOf(await openPage(store).send('privy:wallet:create', { accessToken }))).toBe(
      'error',
    )
    expect((await store.list(owner)).map(({ state }) => state)).toEqual(['pending'])
    custody.intercept = ({ answer }) => answer()

    const created = dataOf(await openPage(store).send('privy:wallet:create', { accessToken }))

    expect(custody.roots.size).toBe(1)
    expect([...custody.roots.values()][0]?.accounts[0]?.address).toBe(created.address)
    expect((await store.list(owner)).map(({ state }) => state)).toEqual(['active'])
  })

  test.each(['create', 'authShare', 'confirm'] as const)(
    'error: stops when %s fails, shows no address, and can be tried again',
    async (failing) => {
      const { custody, openPage, token } = await createRig()
      const accessToken = token(ada)
      const page = openPage()
      custody.intercept = ({ route, answer }) => {
        if (route === failing) throw new Refusal('internal_error', 500)
        return answer()
      }
      expect(errorOf(await page.send('privy:wallet:create', { accessToken }))).toBe('error')
      custody.intercept = ({ answer }) => answer()

      const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))

      const shown = [...custody.roots.values()].filter((root) =>
        [...root.generations.values()].some(({ isActive }) => isActive),
      )
      expect(shown.map(({ accounts }) => accounts[0]?.address)).toEqual([address])
    },
  )

  test('error: does not make a root beside an address the server does not know', async () => {
    const { custody, openPage, token } = await createRig()

    const answer = await openPage().send('privy:solana-wallet:create', {
      accessToken: token(ada),
      ethereumAddress: '0x00000000000000000000000000000000000000aa',
    })

    expect(errorOf(answer)).toBe('wallet_not_on_device')
    expect(custody.roots.size).toBe(0)
  })

  test('error: does not make a second root when the server denies the one on this device', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const page = openPage()
    await page.send('privy:wallet:create', { accessToken })
    custody.intercept = async ({ route, answer }) => (route === 'list' ? { roots: [] } : answer())

    expect(errorOf(await page.send('privy:wallet:create', { accessToken }))).toBe('error')
    expect(custody.roots.size).toBe(1)
  })

  test('error: does not hand out a listed address that is not of the root on this device', async () => {
    const { custody, openPage, token } = await createRig()
    const store = createMemoryStore()
    const page = openPage(store)
    const accessToken = token(ada)
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
    const [root] = custody.roots.values()
    const foreign = 'Vote111111111111111111111111111111111111111'
    root!.accounts.push({ chain_type: 'solana', wallet_index: 0, address: foreign })

    const answer = await page.send('privy:solana-wallet:create', {
      accessToken,
      ethereumAddress: String(address),
    })

    expect(answer).toMatchObject({
      error: {
        type: 'error',
        message: 'The server lists an address that does not belong to this wallet',
      },
    })
    const again = dataOf(await page.send('privy:wallet:create', { accessToken }))
    expect(again.address).toBe(address)
  })

  test('a root that began with Solana gets its Ethereum address on another device', async () => {
    const { custody, openPage, token } = await createRig()
    const accessToken = token(ada)
    const { publicKey } = dataOf(
      await openPage().send('privy:solana-wallet:create', { accessToken }),
    )

    const created = dataOf(await openPage().send('privy:wallet:create', { accessToken }))

    const [root] = custody.roots.values()
    expect(root!.accounts.map(({ address }) => address)).toEqual([publicKey, created.address])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no entropy')
      },
    ],
    ['answers zeros', (array: Uint8Array) => array.fill(0)],
    ['repeats itself', (array: Uint8Array) => array.fill(0).map((_, i) => i)],
  ] as [string, (array: Uint8Array) => Uint8Array][])(
    'CUS-05: aborts when the random source %s',
    async (_, getRandomValues) => {
      const { custody, openPage, token } = await createRig()
      const { subtle } = crypto
      const webCrypto = { subtle, randomUUID: () => crypto.randomUUID(), getRandomValues } as Crypto

      const page = openPage(createMemoryStore(), { webCrypto })

      const answer = await page.send('privy:wallet:create', { accessToken: token(ada) })
      expect(errorOf(answer)).toBe('error')
      expect(custody.calls).toEqual([])
    },
  )

  test('error: refuses recovery by a secret it would not use', async () => {
    const { custody, openPage, token } = await createRig()

    const answer = await openPage().send('privy:wallet:create', {
      accessToken: token(ada),
      recoveryMethod: 'privy',
      recoveryPassword: 'correct horse',
    })

    expect(errorOf(answer)).toBe('invalid_request_arguments')
    expect(custody.calls).toEqual([])
  })
})
