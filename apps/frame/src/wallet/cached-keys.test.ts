import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test, vi } from 'vitest'
import type { PinnedAccount } from '../device/device-record.js'
import { createMemoryStore } from '../device/memory-store.js'
import { appId, createRig, dataOf } from '../testing/rig.js'
import { openCachedKey, sealCachedKey } from './cached-keys.js'

const root = {
  appId: 'app',
  userId: 'ada',
  walletId: 'wallet',
  entropy: new Uint8Array(16).fill(7),
}
const account: PinnedAccount = { chainType: 'ethereum', walletIndex: 0, address: '0xabc' }
const privateKey = new Uint8Array(32).fill(9)
const keep = async () => ({
  ...account,
  cachedKey: await sealCachedKey(crypto, root, { ...account, privateKey }),
})

describe('sealCachedKey', () => {
  test('opens with the same entropy', async () => {
    const kept = await keep()

    expect(await openCachedKey(crypto, root, kept)).toEqual({ privateKey })
    expect(kept.cachedKey.sealed).toHaveLength(32 + 16)
  })

  test('gives the public key back with it, where there is one', async () => {
    const publicKeyBytes = new Uint8Array(65).fill(4)
    const cachedKey = await sealCachedKey(crypto, root, { ...account, privateKey, publicKeyBytes })

    expect(await openCachedKey(crypto, root, { ...account, cachedKey })).toEqual({
      privateKey,
      publicKeyBytes,
    })
    expect(cachedKey.sealed).toHaveLength(32 + 65 + 16)
  })

  test('leaves the key with its owner, and seals it anew every time', async () => {
    const [first, second] = [await keep(), await keep()]

    expect(privateKey).toEqual(new Uint8Array(32).fill(9))
    expect(first.cachedKey.nonce).not.toEqual(second.cachedKey.nonce)
    expect(first.cachedKey.sealed).not.toEqual(second.cachedKey.sealed)
  })
})

describe('openCachedKey', () => {
  test.each([
    ['other entropy', { entropy: new Uint8Array(16).fill(8) }, {}],
    ['another wallet', { walletId: 'other' }, {}],
    ['another user', { userId: 'bob' }, {}],
    ['another app', { appId: 'other' }, {}],
    ['another chain', {}, { chainType: 'solana' as const }],
    ['another index', {}, { walletIndex: 1 }],
    ['another address', {}, { address: '0xdef' }],
  ])('error: CUS-07 does not open with %s', async (_, otherRoot, otherAccount) => {
    const kept = { ...(await keep()), ...otherAccount }

    expect(await openCachedKey(crypto, { ...root, ...otherRoot }, kept)).toBeUndefined()
  })

  test('error: CUS-02 does not open with any byte changed', async () => {
    const { cachedKey } = await keep()
    const flip = (bytes: Uint8Array<ArrayBuffer>, at: number) =>
      bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

    for (let at = 0; at < cachedKey.sealed.length; at++) {
      const sealed = flip(cachedKey.sealed, at)
      const changed = { ...account, cachedKey: { ...cachedKey, sealed } }
      expect(await openCachedKey(crypto, root, changed), `byte ${at}`).toBeUndefined()
    }
  })
})

describe('signing with a cached key', () => {
  const ada = `${userIdPrefix}ada`
  async function setup() {
    const rig = await createRig()
    const store = createMemoryStore()
    const page = rig.openPage(store)
    const accessToken = rig.token(ada)
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
      address: string
    }
    const request = { method: 'personal_sign', params: ['hello', address] }
    const given = { accessToken, address, request }
    // A page reads the store once: each signature is made by a new one.
    const sign = async () =>
      dataOf(await rig.openPage(store).send('privy:wallet:rpc', given)).response
    return { store, page, accessToken, sign }
  }

  test('derives nothing, and signs as the derived key does', async () => {
    const { store, sign } = await setup()
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')

    const signed = await sign()
    const derivedFrom = derive.mock.calls.map(([algorithm]) => (algorithm as Algorithm).name)

    expect(derivedFrom).not.toContain('PBKDF2')
    const [record] = await store.list({ appId, userId: ada })
    const accounts = record!.accounts.map(({ cachedKey: _, ...rest }) => rest)
    await store.put({ ...record!, accounts })
    expect(await sign()).toEqual(signed)
    expect(derive.mock.calls.map(([algorithm]) => (algorithm as Algorithm).name)).toContain(
      'PBKDF2',
    )
    derive.mockRestore()
  })

  test('a damaged cached key costs time and nothing else', async () => {
    const { store, sign } = await setup()
    const signed = await sign()
    const [record] = await store.list({ appId, userId: ada })
    const accounts = record!.accounts.map(({ cachedKey, ...rest }) => ({
      ...rest,
      cachedKey: { ...cachedKey!, sealed: cachedKey!.sealed.map((byte) => byte ^ 1) },
    }))
    await store.put({ ...record!, accounts })

    expect(await sign()).toEqual(signed)
  })

  test('error: a key kept of one address is not used for another', async () => {
    const { store, page, accessToken, sign } = await setup()
    await page.send('privy:solana-wallet:create', { accessToken })
    const signed = await sign()
    const [record] = await store.list({ appId, userId: ada })
    const [first, second] = record!.accounts
    const swapped = [
      { ...first!, cachedKey: second!.cachedKey! },
      { ...second!, cachedKey: first!.cachedKey! },
    ]
    await store.put({ ...record!, accounts: swapped })

    expect(await sign()).toEqual(signed)
  })
})
