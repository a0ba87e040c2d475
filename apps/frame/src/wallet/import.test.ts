import { type FrameRequestData, userIdPrefix } from '@sallyport/contract'
import { fromHex, hashMessage, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import { writePrivateKey } from '@sallyport/crypto/chains/solana'
import { wordsFromEntropy } from '@sallyport/crypto/mnemonic'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import { Refusal } from '../testing/refusal.js'
import { createRig, dataOf, errorOf, type Page } from '../testing/rig.js'

// The first account of the words "test test … junk", which every development node knows.
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const words = `${'test '.repeat(11)}junk`
const ethereum = { privateKey: key, chainType: 'ethereum' } as const
const entropy = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' } as const

async function setup() {
  const rig = await createRig()
  const store = createMemoryStore()
  const accessToken = rig.token(`${userIdPrefix}ada`)
  const page = rig.openPage(store)
  type Import = Omit<FrameRequestData<'privy:wallets:import'>, 'accessToken'>
  const send = (data: Import, on: Page = page) =>
    on.send('privy:wallets:import', { accessToken, ...data })
  const sign = (on: Page = page) =>
    on.send('privy:wallets:rpc', {
      accessToken,
      ...entropy,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method: 'personal_sign', params: ['hi', address] },
    })
  return { ...rig, store, page, accessToken, send, sign }
}

/** Who signed "hi". */
function signerOf(answer: Record<string, unknown>): string {
  const { response } = answer as { response: { data: `0x${string}` } }
  return recoverAddress(hashMessage('hi'), fromHex(response.data))
}

describe('privy:wallets:import', () => {
  test('keeps a private key as a wallet that signs', async () => {
    const { send, sign, custody } = await setup()

    expect(dataOf(await send(ethereum))).toEqual({ address })
    expect(signerOf(dataOf(await sign()))).toBe(address)
    expect([...custody.roots.values()].map(({ imported }) => imported)).toEqual([true])
  })

  test('keeps a recovery phrase of each length', async () => {
    const { send, custody } = await setup()
    for (const length of [16, 20, 24, 28, 32]) {
      const privateKey = wordsFromEntropy(new Uint8Array(length).fill(length))
      dataOf(await send({ privateKey, chainType: 'ethereum' }))
    }
    expect(dataOf(await send({ privateKey: ` ${words}\n`, chainType: 'ethereum' }))).toEqual({
      address,
    })
    expect(custody.roots.size).toBe(6)
  })

  test('keeps a key of Solana, as base58 of the pair', async () => {
    const { send, page, accessToken } = await setup()
    const privateKey = writePrivateKey(new Uint8Array(32).fill(9))
    const imported = dataOf(await send({ privateKey, chainType: 'solana' }))
    const publicKey = String(imported.address)
    const request = { method: 'signMessage', params: { message: 'aGk=' } }

    const signed = await page.send('privy:solana-wallet:rpc', { accessToken, publicKey, request })

    expect(dataOf(signed)).toMatchObject({ publicKey })
  })

  test('a wallet on another device is restored as the key it is', async () => {
    const { send, sign, openPage, accessToken } = await setup()
    dataOf(await send(ethereum))
    const other = openPage()

    expect(errorOf(await sign(other))).toBe('wallet_not_on_device')
    dataOf(await other.send('privy:wallets:recover', { accessToken, ...entropy }))
    expect(signerOf(dataOf(await sign(other)))).toBe(address)
  })

  test('leaves the wallet that is made for the user alone, whichever comes first', async () => {
    const { send, page, accessToken, custody, openPage } = await setup()
    dataOf(await send(ethereum))
    const made = dataOf(await page.send('privy:wallet:create', { accessToken }))
    const again = dataOf(await openPage().send('privy:wallet:create', { accessToken }))

    expect(made.address).not.toBe(address)
    expect(again).toEqual(made)
    expect(custody.roots.size).toBe(2)
  })

  test('CUS-10: the same key again, also in another tab or browser, is one wallet', async () => {
    const { send, custody, store, openPage, sign } = await setup()
    const pages = [openPage(store), openPage(store), openPage()]
    const answers = await Promise.all(pages.map((page) => send(ethereum, page)))
    const again = await send({ privateKey: key.slice(2), chainType: 'ethereum' })

    expect([...answers, again].map((each) => dataOf(each).address)).toEqual(Array(4).fill(address))
    const active = [...custody.roots.values()].filter(({ generations }) =>
      [...generations.values()].some(({ isActive }) => isActive),
    )
    expect(active).toHaveLength(1)
    for (const page of pages) expect(signerOf(dataOf(await sign(page)))).toBe(address)
  })

  test.each([
    ['nothing', ''],
    ['a short key', key.slice(0, -2)],
    ['zero', `0x${'00'.repeat(32)}`],
    ['a phrase with a wrong checksum', 'test '.repeat(12)],
    ['a key of Solana', writePrivateKey(new Uint8Array(32).fill(9))],
  ])('error: %s is refused without a call, and repeated nowhere', async (_, privateKey) => {
    const { send, custody } = await setup()
    const answer = await send({ privateKey, chainType: 'ethereum' })

    expect(answer).toMatchObject({
      error: {
        type: 'invalid_request_arguments',
        message: 'This is not a private key or recovery phrase',
      },
    })
    expect(custody.calls).toEqual([])
  })

  test('error: Bitcoin keys cannot be imported', async () => {
    const { send } = await setup()
    const data = { privateKey: key, chainType: 'bitcoin-segwit' } as const

    expect(errorOf(await send(data))).toBe('invalid_request_arguments')
  })

  test('error: an imported wallet has no further addresses', async () => {
    const { send, page, accessToken } = await setup()
    dataOf(await send(ethereum))
    const add = { accessToken, ...entropy, chainType: 'ethereum', hdWalletIndex: 1 } as const
    const another = { ...add, chainType: 'solana', hdWalletIndex: 0 } as const

    expect(errorOf(await page.send('privy:wallets:add', add))).toBe('invalid_request_arguments')
    expect(errorOf(await page.send('privy:wallets:add', another))).toBe('invalid_request_arguments')
  })

  test('error: an address of another account is refused with the reason', async () => {
    const { send, custody } = await setup()
    custody.intercept = async () => {
      throw new Refusal('linked_to_another_user', 400)
    }

    expect(await send(ethereum)).toMatchObject({
      error: { type: 'error', message: 'This wallet already belongs to an account' },
    })
  })
})

describe('an import that is interrupted', () => {
  const routes = ['create', 'authShare', 'confirm'] as const
  const moments = routes.flatMap((route) => [
    { route, moment: 'before' as const },
    { route, moment: 'after' as const },
  ])

  test.each(moments)(
    'I1: $moment $route ends with one wallet when it is repeated',
    async ({ route, moment }) => {
      const { send, custody, store, openPage, sign } = await setup()
      let isCut = false
      custody.intercept = async (exchange) => {
        if (isCut || exchange.route !== route) return exchange.answer()
        isCut = true
        if (moment === 'after') await exchange.answer()
        throw new Refusal(null)
      }
      await send(ethereum)
      custody.intercept = ({ answer }) => answer()
      const page = openPage(store)

      expect(dataOf(await send(ethereum, page))).toEqual({ address })
      expect(signerOf(dataOf(await sign(page)))).toBe(address)
      expect(signerOf(dataOf(await sign(openPage(store))))).toBe(address)
    },
  )
})
