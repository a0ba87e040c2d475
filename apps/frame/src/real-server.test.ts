import { api } from '@sallyport/contract'
import { aesKeyEncryption, systemRandom } from '@sallyport/server'
import type { TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RealServer, startRealServer } from './testing/real-server.js'
import { dataOf, errorOf, openPage } from './testing/rig.js'

let real: RealServer
let kit: TestKit
beforeAll(async () => {
  real = await startRealServer()
  kit = real.kit
})
afterAll(() => real?.close())

/** A browser of its own, with the frame before the real API and the real vault. */
function openBrowser(fetch = real.fetch, tokens = real.page.tokens) {
  return openPage({ server: { ...real.page, fetch, tokens } })
}

async function signIn(email: string) {
  const { token: accessToken } = await kit.signIn(email)
  const linked = async () => {
    const { body } = await kit.call(api.user.me, {}, { token: accessToken })
    return body.user.linked_accounts.flatMap((account) =>
      account.type === 'wallet' ? [account.address] : [],
    )
  }
  return { accessToken, linked }
}

const hello = { method: 'personal_sign', params: ['hello'] }

describe('the frame before the real server', () => {
  test('creates both wallets and a further one; the user has exactly these', async () => {
    const { accessToken, linked } = await signIn('ada@example.com')
    const page = openBrowser()

    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
    const ethereumAddress = String(address)
    const { publicKey } = dataOf(
      await page.send('privy:solana-wallet:create', { accessToken, ethereumAddress }),
    )
    const added = dataOf(
      await page.send('privy:wallets:add', {
        accessToken,
        entropyId: ethereumAddress,
        entropyIdVerifier: 'ethereum-address-verifier',
        chainType: 'ethereum',
        hdWalletIndex: 1,
      }),
    )

    expect(await linked()).toEqual([address, publicKey, added.address])
  })

  test('signs the same on the device that made the wallet and on one that recovered it', async () => {
    const { accessToken } = await signIn('bob@example.com')
    const [first, second] = [openBrowser(), openBrowser()]
    const created = dataOf(await first.send('privy:wallet:create', { accessToken }))
    const wallet = { accessToken, address: String(created.address) }
    const request = { ...hello, params: [...hello.params, wallet.address] }

    const asked = await second.send('privy:wallet:connect', wallet)
    dataOf(await second.send('privy:wallet:recover', wallet))

    expect(errorOf(asked)).toBe('wallet_not_on_device')
    const signed = dataOf(await first.send('privy:wallet:rpc', { ...wallet, request }))
    expect(signed).toMatchObject({ response: { data: expect.stringMatching(/^0x[0-9a-f]{130}$/) } })
    expect(dataOf(await second.send('privy:wallet:rpc', { ...wallet, request }))).toEqual(signed)
  })

  test('two browsers that create at once end with one wallet', async () => {
    const { accessToken, linked } = await signIn('eve@example.com')

    const answers = await Promise.all(
      [openBrowser(), openBrowser()].map((page) =>
        page.send('privy:wallet:create', { accessToken }),
      ),
    )

    const addresses = answers.map((answer) => dataOf(answer).address)
    expect(addresses[0]).toBe(addresses[1])
    expect(await linked()).toEqual([addresses[0]])
  })

  test('T-30: a token whose `sub` was changed, and one whose time is over, are refused before a call; the right one works', async () => {
    const { accessToken } = await signIn('claims@example.com')
    const other = await signIn('other-claims@example.com')
    const [head, , tail] = accessToken.split('.')
    const [, otherBody] = other.accessToken.split('.')
    let calls = 0
    const counted: typeof fetch = (url, init) => {
      calls += 1
      return real.fetch(url, init)
    }
    const page = openBrowser(counted)
    const late = openBrowser(counted, {
      ...real.page.tokens,
      nowMs: real.page.tokens.nowMs + 3_700_000,
    })
    const create = (of: typeof page, token: string) =>
      of.send('privy:wallet:create', { accessToken: token })

    const forged = await create(page, `${head}.${otherBody}.${tail}`)
    const expired = await create(late, accessToken)

    expect([errorOf(forged), errorOf(expired)]).toEqual([
      'missing_or_invalid_token',
      'missing_or_invalid_token',
    ])
    expect(calls).toBe(0)
    dataOf(await create(page, accessToken))
  })

  test('T-30: a key that began to sign while the page was open is taken from the app’s published keys', async () => {
    const { accessToken } = await signIn('rotated@example.com')
    const asked: string[] = []
    const page = openBrowser(
      async (url, init) => {
        const { pathname } = new URL(String(url))
        if (!pathname.endsWith('/jwks.json')) return real.fetch(url, init)
        asked.push(pathname)
        const answer = await kit.server.inject(pathname)
        return new Response(answer.payload, { status: answer.statusCode })
      },
      { ...real.page.tokens, keys: [] },
    )
    dataOf(await page.send('privy:wallet:create', { accessToken }))
    expect(asked).toEqual([`/api/v1/apps/${kit.appId}/jwks.json`])
  })

  test('T-12: the wallet comes back after the server called the device revoked and then lost the key of its shares', async () => {
    const { accessToken } = await signIn('tombstone@example.com')
    let isHostile = false
    const page = openBrowser(async (url, init) =>
      isHostile
        ? new Response(JSON.stringify({ error: 'Revoked', code: 'device_revoked' }), {
            status: 403,
          })
        : real.fetch(url, init),
    )
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
    const wallet = { accessToken, address: String(address) }
    const request = { ...hello, params: [...hello.params, wallet.address] }
    const signature = dataOf(await page.send('privy:wallet:rpc', { ...wallet, request }))
    const { keyEncryption } = kit.deps
    const otherKey = new Uint8Array(32).fill(7)
    const others = aesKeyEncryption({ shares: [otherKey], tokens: [otherKey] }, systemRandom)
    const { seal, open } = others.shares
    kit.deps.keyEncryption = { ...keyEncryption, shares: { ...keyEncryption.shares, seal, open } }
    try {
      isHostile = true
      const refused = await page.send('privy:wallet:rpc', { ...wallet, request })
      isHostile = false
      dataOf(await page.send('privy:wallet:recover', wallet))

      expect(errorOf(refused)).toBe('wallet_not_on_device')
      expect(dataOf(await page.send('privy:wallet:rpc', { ...wallet, request }))).toEqual(signature)
      // A browser without a share restores it from the new generation: two of three hold again.
      const other = openBrowser()
      dataOf(await other.send('privy:wallet:recover', wallet))
      expect(dataOf(await other.send('privy:wallet:rpc', { ...wallet, request }))).toEqual(
        signature,
      )
    } finally {
      kit.deps.keyEncryption = keyEncryption
    }
  })

  test('imports a key as a wallet of the user, which another browser restores', async () => {
    const { accessToken, linked } = await signIn('importer@example.com')
    const page = openBrowser()
    dataOf(await page.send('privy:wallet:create', { accessToken }))
    const privateKey = `0x${'5d'.repeat(32)}`
    const chainType = 'ethereum'

    const imported = dataOf(
      await page.send('privy:wallets:import', { accessToken, privateKey, chainType }),
    )
    const again = dataOf(
      await openBrowser().send('privy:wallets:import', { accessToken, privateKey, chainType }),
    )

    const address = String(imported.address)
    expect(again).toEqual(imported)
    expect(await linked()).toHaveLength(2)
    const { body } = await kit.call(api.user.me, {}, { token: accessToken })
    expect(body.user.linked_accounts.at(-1)).toMatchObject({
      address,
      imported: true,
      wallet_index: 0,
      connector_type: 'embedded',
    })
    const other = openBrowser()
    dataOf(await other.send('privy:wallet:recover', { accessToken, address }))
    const request = { ...hello, params: [...hello.params, address] }
    dataOf(await other.send('privy:wallet:rpc', { accessToken, address, request }))
  })

  test('error: a key whose address is an account already is not imported', async () => {
    const owner = await signIn('owner@example.com')
    const thief = await signIn('other@example.com')
    const key = { privateKey: `0x${'6e'.repeat(32)}`, chainType: 'ethereum' } as const
    const send = ({ accessToken }: typeof owner) =>
      openBrowser().send('privy:wallets:import', { accessToken, ...key })
    dataOf(await send(owner))

    expect(await send(thief)).toMatchObject({
      error: { type: 'error', message: 'This wallet already belongs to an account' },
    })
    expect(await thief.linked()).toEqual([])
  })

  test('asks the server three times for a wallet, three for the other chain, once for a signature', async () => {
    const { accessToken } = await signIn('count@example.com')
    const paths: string[] = []
    const page = openBrowser((url, init) => {
      paths.push(new URL(String(url)).pathname)
      return real.fetch(url, init)
    })
    const countCalls = async (event: Parameters<typeof page.send>[0], data: object) => {
      paths.length = 0
      return { data: dataOf(await page.send(event, { accessToken, ...data })), calls: paths.length }
    }

    const ethereum = await countCalls('privy:wallet:create', {})
    const address = String(ethereum.data.address)
    const solana = await countCalls('privy:solana-wallet:create', { ethereumAddress: address })
    const request = { ...hello, params: [...hello.params, address] }
    const signed = await countCalls('privy:wallet:rpc', { address, request })

    expect([ethereum.calls, solana.calls, signed.calls]).toEqual([3, 3, 1])
  })
})
