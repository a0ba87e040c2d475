import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test, vi } from 'vitest'
import type { PinnedAccount } from '../device/device-record.js'
import { createMemoryStore } from '../device/memory-store.js'
import { appId, createRig, dataOf } from '../testing/rig.js'
import { keepKey, openKeptKey } from './kept-keys.js'

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
  keptKey: await keepKey(crypto, root, { ...account, privateKey }),
})

describe('keepKey', () => {
  test('gives a key back to whoever has the entropy again', async () => {
    const kept = await keep()

    expect(await openKeptKey(crypto, root, kept)).toEqual({ privateKey })
    expect(kept.keptKey.sealed).toHaveLength(32 + 16)
  })

  test('gives the point back with it, where there is one', async () => {
    const point = new Uint8Array(65).fill(4)
    const keptKey = await keepKey(crypto, root, { ...account, privateKey, point })

    expect(await openKeptKey(crypto, root, { ...account, keptKey })).toEqual({ privateKey, point })
    expect(keptKey.sealed).toHaveLength(32 + 65 + 16)
  })

  test('leaves the key with its owner, and seals it anew every time', async () => {
    const [first, second] = [await keep(), await keep()]

    expect(privateKey).toEqual(new Uint8Array(32).fill(9))
    expect(first.keptKey.nonce).not.toEqual(second.keptKey.nonce)
    expect(first.keptKey.sealed).not.toEqual(second.keptKey.sealed)
  })
})

describe('openKeptKey', () => {
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

    expect(await openKeptKey(crypto, { ...root, ...otherRoot }, kept)).toBeUndefined()
  })

  test('error: CUS-02 does not open with any byte changed', async () => {
    const { keptKey } = await keep()
    const flip = (bytes: Uint8Array<ArrayBuffer>, at: number) =>
      bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

    for (let at = 0; at < keptKey.sealed.length; at++) {
      const sealed = flip(keptKey.sealed, at)
      const changed = { ...account, keptKey: { ...keptKey, sealed } }
      expect(await openKeptKey(crypto, root, changed), `byte ${at}`).toBeUndefined()
    }
  })
})

describe('signing with a kept key', () => {
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
    const accounts = record!.accounts.map(({ keptKey: _, ...rest }) => rest)
    await store.put({ ...record!, accounts })
    expect(await sign()).toEqual(signed)
    expect(derive.mock.calls.map(([algorithm]) => (algorithm as Algorithm).name)).toContain(
      'PBKDF2',
    )
    derive.mockRestore()
  })

  test('a damaged kept key costs time and nothing else', async () => {
    const { store, sign } = await setup()
    const signed = await sign()
    const [record] = await store.list({ appId, userId: ada })
    const accounts = record!.accounts.map(({ keptKey, ...rest }) => ({
      ...rest,
      keptKey: { ...keptKey!, sealed: keptKey!.sealed.map((byte) => byte ^ 1) },
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
      { ...first!, keptKey: second!.keptKey! },
      { ...second!, keptKey: first!.keptKey! },
    ]
    await store.put({ ...record!, accounts: swapped })

    expect(await sign()).toEqual(signed)
  })
})
