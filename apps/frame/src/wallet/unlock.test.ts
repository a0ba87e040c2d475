import { sealContext, userIdPrefix } from '@sallyport/contract'
import { fromBase64url, generateSealKeyPair, hashShare, toBase64url } from '@sallyport/crypto'
import { hashMessage, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import { describe, expect, test } from 'vitest'
import { openDeviceShare } from '../device/device-keys.js'
import type { DeviceStore } from '../device/device-record.js'
import { createMemoryStore } from '../device/memory-store.js'
import type { Exchange } from '../testing/fake-custody.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf, errorOf, type Page, type Rig } from '../testing/rig.js'
import { seal } from '../testing/seal-as-server.js'

const ada = `${userIdPrefix}ada`
const bob = `${userIdPrefix}bob`

interface Setup extends Rig {
  store: DeviceStore
  page: Page
  address: string
  walletId: string
  /** Ada signs a message with her wallet. */
  sign: (userId?: string) => ReturnType<Page['send']>
}

async function setup(): Promise<Setup> {
  const rig = await createRig()
  const store = createMemoryStore()
  const page = rig.openPage(store)
  const created = await page.send('privy:wallet:create', { accessToken: rig.token(ada) })
  const address = String(dataOf(created).address)
  const [walletId = ''] = rig.custody.roots.keys()
  const sign = (userId = ada) =>
    page.send('privy:wallets:rpc', {
      accessToken: rig.token(userId),
      entropyId: address,
      entropyIdVerifier: 'ethereum-address-verifier',
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method: 'personal_sign', params: ['hello', address] },
    })
  return { ...rig, store, page, address, walletId, sign }
}

/** The honest share of the exchange's generation. */
function shareOf({ custody, walletId }: Setup, generation = 0): Uint8Array<ArrayBuffer> {
  const generations = [...(custody.roots.get(walletId)?.generations.values() ?? [])]
  return fromBase64url(generations[generation]!.authShare)
}

/** `share` with another byte at `position`, its checksum made right again. */
function forged(share: Uint8Array, position: number, byte: number): Uint8Array {
  const body = share.slice(0, -4)
  body[position < 0 ? body.length + position : position] = byte
  return Uint8Array.from([...body, ...hashShare(body).slice(0, 4)])
}

/** Answers `authShare` with `share` sealed as the honest server would. */
function answering({ custody, walletId }: Setup, share: Uint8Array): void {
  custody.intercept = async ({ route, body, answer }: Exchange) => {
    if (route !== 'authShare') return answer()
    const recipient = String(body.ephemeral_public_key)
    return {
      sealed_auth_share: await seal(recipient, share, {
        info: 'authShare',
        context: sealContext({ appId, userId: ada, walletId }),
      }),
    }
  }
}

function answeringAll({ custody }: Setup, answer: () => Promise<unknown>): void {
  custody.intercept = answer
}

describe('unlock', () => {
  test('signs with the wallet in one round trip', async () => {
    const { custody, sign, address } = await setup()
    custody.calls.length = 0

    const { response } = dataOf(await sign()) as { response: { data: `0x${string}` } }

    expect(recoverAddress(hashMessage('hello'), response.data)).toBe(address)
    expect(custody.calls).toEqual(['authShare'])
  })

  test('asks for the share under a new key every time', async () => {
    const { custody, sign } = await setup()
    const keys: unknown[] = []
    custody.intercept = ({ body, answer }) => {
      keys.push(body.ephemeral_public_key)
      return answer()
    }

    await sign()
    await sign()
    await Promise.all([sign(), sign(), sign()])
    await sign()

    expect(keys).toHaveLength(6)
    expect(new Set(keys).size).toBe(6)
  })

  const hostile: [string, (state: Setup) => Promise<void> | void][] = [
    ['CUS-01: a share with index 0', (s) => answering(s, forged(shareOf(s), 2, 0))],
    [
      'CUS-01: a share with the index of the device share',
      async (s) => {
        const [record] = await s.store.list({ appId, userId: ada })
        const device = await openDeviceShare(crypto.subtle, record!)
        answering(s, forged(shareOf(s), 2, device[2]!))
      },
    ],
    [
      'a share of its own choice',
      (s) => answering(s, forged(shareOf(s), -1, shareOf(s).at(-5)! ^ 1)),
    ],
    ['a share cut short', (s) => answering(s, shareOf(s).slice(0, -1))],
    ['an empty share', (s) => answering(s, new Uint8Array())],
    ['a share with bytes after its end', (s) => answering(s, Uint8Array.from([...shareOf(s), 0]))],
    ['a share of a megabyte', (s) => answering(s, new Uint8Array(1 << 20).fill(7))],
    [
      "CUS-03: another user's share",
      async (s) => {
        await s.openPage().send('privy:wallet:create', { accessToken: s.token(bob) })
        const [, root] = [...s.custody.roots.values()]
        answering(s, fromBase64url([...root!.generations.values()][0]!.authShare))
      },
    ],
    [
      'CUS-03: a share of another generation',
      async (s) => {
        await s.openPage().send('privy:wallet:create', { accessToken: s.token(ada) })
        answering(s, shareOf(s, 1))
      },
    ],
    [
      'a share sealed to another key',
      async (s) => {
        const other = toBase64url((await generateSealKeyPair()).publicKey)
        s.custody.intercept = async ({ answer, route }) =>
          route === 'authShare'
            ? {
                sealed_auth_share: await seal(other, shareOf(s), {
                  info: 'authShare',
                  context: sealContext({ appId, userId: ada, walletId: s.walletId }),
                }),
              }
            : answer()
      },
    ],
    [
      'CUS-07: a share sealed for another root',
      (s) => {
        s.custody.intercept = async ({ body }) => ({
          sealed_auth_share: await seal(String(body.ephemeral_public_key), shareOf(s), {
            info: 'authShare',
            context: sealContext({ appId, userId: ada, walletId: crypto.randomUUID() }),
          }),
        })
      },
    ],
    ['an answer without a share', (s) => answeringAll(s, async () => ({}))],
    ['an answer that is not an object', (s) => answeringAll(s, async () => 'share')],
    ['no answer', (s) => answeringAll(s, () => Promise.reject(new Refusal(null)))],
    [
      'CUS-11: an internal error',
      (s) => answeringAll(s, () => Promise.reject(new Refusal('internal_error', 500))),
    ],
  ]
  test.each(hostile)('error: refuses %s and keeps the device share', async (_, attack) => {
    const state = await setup()
    const before = await state.store.list({ appId, userId: ada })
    await attack(state)

    expect(errorOf(await state.sign())).toBe('error')

    expect(await state.store.list({ appId, userId: ada })).toEqual(before)
    state.custody.intercept = ({ answer }) => answer()
    expect(dataOf(await state.sign()).address).toBe(state.address)
  })

  test('error: does not sign when the restored address is not the pinned one', async () => {
    const { store, sign } = await setup()
    const [record] = await store.list({ appId, userId: ada })
    const [first, ...others] = record!.accounts
    // The record is still found by the address asked for, but its first address is another one.
    const otherEnd = first!.address.endsWith('0') ? '1' : '0'
    const pinned = { ...first!, address: `${first!.address.slice(0, -1)}${otherEnd}` }
    await store.put({ ...record!, accounts: [pinned, ...others, { ...first!, walletIndex: 7 }] })

    expect(errorOf(await sign())).toBe('error')
  })

  test('CUS-02: refuses a device share with any byte changed', async () => {
    const { store, sign } = await setup()
    const [record] = await store.list({ appId, userId: ada })
    for (const position of [0, 20, record!.sealedShare.length - 1]) {
      const sealedShare = record!.sealedShare.slice()
      sealedShare[position]! ^= 1
      await store.put({ ...record!, sealedShare })

      expect(errorOf(await sign())).toBe('error')
    }
  })

  test("IFR-07: another user's token finds no wallet and asks the server nothing", async () => {
    const { custody, sign } = await setup()
    custody.calls.length = 0

    expect(errorOf(await sign(bob))).toBe('wallet_not_on_device')

    expect(custody.calls).toEqual([])
  })

  test.each(['device_revoked', 'linked_account_not_found'] as const)(
    'T-12: uses a share the server answers %s of no more, and keeps it for 30 days',
    async (code) => {
      const { custody, store, sign } = await setup()
      const [kept] = await store.list({ appId, userId: ada })
      custody.intercept = async () => {
        throw new Refusal(code, 403)
      }

      expect(errorOf(await sign())).toBe('wallet_not_on_device')

      custody.calls.length = 0
      expect(errorOf(await sign())).toBe('wallet_not_on_device')
      expect(custody.calls).toEqual([])
      expect(await store.list({ appId, userId: ada })).toEqual([{ ...kept, retiredAtMs: 0 }])
    },
  )

  test.each([
    ['missing_or_invalid_mfa', 401, 'missing_or_invalid_mfa', /verification/],
    ['too_many_requests', 429, 'error', /code 429/],
    ['missing_or_invalid_token', 401, 'missing_or_invalid_token', /Log in/],
  ] as const)('passes %s on in words the page knows', async (code, status, type, text) => {
    const { custody, sign } = await setup()
    custody.intercept = async () => {
      throw new Refusal(code, status)
    }

    expect(await sign()).toMatchObject({ error: { type, message: expect.stringMatching(text) } })
  })
})
