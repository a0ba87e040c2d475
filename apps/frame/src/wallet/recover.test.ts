import { userIdPrefix } from '@sallyport/contract'
import { combineShares, fromBase64url } from '@sallyport/crypto'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import type { FakeRoot } from '../testing/fake-custody.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf, errorOf, type Rig } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const owner = { appId, userId: ada }
const foreignAddress = 'Vote111111111111111111111111111111111111111'

async function setup() {
  const rig = await createRig()
  const accessToken = rig.token(ada)
  const created = await rig.openPage().send('privy:wallet:create', { accessToken })
  const entropyId = String(dataOf(created).address)
  const root = {
    accessToken,
    entropyId,
    entropyIdVerifier: 'ethereum-address-verifier',
  } as const
  return { ...rig, root }
}

const request = (address: string) => ({
  chainType: 'ethereum' as const,
  hdWalletIndex: 0,
  request: { method: 'personal_sign', params: ['hello', address] },
})

describe('recover', () => {
  test('a new browser is told to recover, recovers, and signs', async () => {
    const { openPage, root } = await setup()
    const page = openPage()
    const asked = await page.send('privy:wallets:connect', root)

    const recovered = await page.send('privy:wallets:recover', root)

    expect(errorOf(asked)).toBe('wallet_not_on_device')
    expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
    expect(dataOf(await page.send('privy:wallets:connect', root))).toEqual({
      entropyId: root.entropyId,
    })
    const signed = await page.send('privy:wallets:rpc', { ...root, ...request(root.entropyId) })
    expect(dataOf(signed).address).toBe(root.entropyId)
  })

  test('gives every device a polynomial of its own', async () => {
    const { custody, openPage, root } = await setup()
    await openPage().send('privy:wallets:recover', root)

    const [walletId = '', kept] = [...custody.roots][0] ?? []
    const [[firstId = '', first] = [], [, second] = []] = [...kept!.generations]

    const mixed = combineShares(fromBase64url(first!.authShare), fromBase64url(second!.authShare), {
      ...owner,
      walletId,
      generationId: firstId,
    })
    await expect(mixed).rejects.toMatchObject({ code: 'scope_mismatch' })
  })

  test('the older events recover by address and by public key', async () => {
    const { custody, openPage, root, token } = await setup()
    const page = openPage()
    const accessToken = token(ada)
    const { publicKey } = dataOf(
      await openPage().send('privy:solana-wallet:create', { accessToken }),
    ) as { publicKey: string }

    const ethereum = await page.send('privy:wallet:recover', {
      accessToken,
      address: root.entropyId,
    })
    const solana = await openPage().send('privy:solana-wallet:recover', { accessToken, publicKey })

    expect(dataOf(ethereum)).toEqual({ address: root.entropyId })
    expect(dataOf(solana)).toEqual({ publicKey })
    expect(custody.roots.size).toBe(1)
  })

  test("error: does not recover what is not the caller's", async () => {
    const { custody, openPage, root, token } = await setup()
    custody.calls.length = 0

    const answer = await openPage().send('privy:wallets:recover', {
      ...root,
      accessToken: token(`${userIdPrefix}bob`),
    })

    expect(errorOf(answer)).toBe('wallet_not_on_device')
    expect(custody.calls).toEqual(['list'])
  })

  test('error: does not recover automatically what the user protects by other means', async () => {
    const { custody, openPage, root } = await setup()
    custody.intercept = async ({ route, answer }) => {
      if (route !== 'list') return answer()
      const { roots } = (await answer()) as { roots: object[] }
      return { roots: roots.map((each) => ({ ...each, recovery_method: 'user-passcode' })) }
    }
    custody.calls.length = 0

    const answer = await openPage().send('privy:wallets:recover', root)

    expect(errorOf(answer)).toBe('error')
    expect(custody.calls).toEqual(['list'])
  })

  function changeKeys(root: FakeRoot) {
    for (const [id, key] of root.recoveryKeys) {
      root.recoveryKeys.set(
        id,
        key.map((byte) => byte ^ 1),
      )
    }
  }

  /** What the server answers for Bob's root instead of Ada's. */
  async function swapRoot({ custody, openPage, token }: Rig) {
    await openPage().send('privy:wallet:create', { accessToken: token(`${userIdPrefix}bob`) })
    const [adas, bobs] = [...custody.roots.values()]
    return { adas: adas!, bobs: bobs! }
  }

  test.each([
    [
      'another root',
      async (rig: Rig) => {
        const { adas, bobs } = await swapRoot(rig)
        adas.generations = bobs.generations
        adas.recoveryKeys = bobs.recoveryKeys
      },
    ],
    [
      'another recovery key',
      async (rig: Rig) => {
        const { adas } = await swapRoot(rig)
        changeKeys(adas)
      },
    ],
    [
      'a changed recovery share',
      async (rig: Rig) => {
        const { adas } = await swapRoot(rig)
        for (const generation of adas.generations.values()) {
          const first = generation.encryptedRecoveryShare.startsWith('A') ? 'B' : 'A'
          generation.encryptedRecoveryShare = first + generation.encryptedRecoveryShare.slice(1)
        }
      },
    ],
    [
      'a list that begins with an address that is not the root’s',
      async (rig: Rig) => {
        const { adas } = await swapRoot(rig)
        const foreign = { chain_type: 'solana' as const, wallet_index: 0, address: foreignAddress }
        adas.accounts.unshift(foreign)
      },
    ],
    [
      'no answer to confirm',
      async (rig: Rig) => {
        rig.custody.intercept = async ({ route, answer }) => {
          if (route === 'confirm') throw new Refusal(null)
          return answer()
        }
      },
    ],
  ])('error: refuses %s and leaves the share of another generation alone', async (_, attack) => {
    const rig = await setup()
    const store = createMemoryStore()
    await rig.openPage(store).send('privy:wallets:recover', rig.root)
    const before = await store.list(owner)
    expect(before).toHaveLength(1)
    await attack(rig)

    const answer = await rig.openPage(store).send('privy:wallets:recover', rig.root)

    expect(errorOf(answer)).toBe('error')
    expect(await store.list(owner)).toEqual(expect.arrayContaining(before))
  })

  test('error: refuses a root said to exist whose shares restore another address', async () => {
    const rig = await setup()
    const { adas, bobs } = await swapRoot(rig)
    adas.generations = bobs.generations
    adas.recoveryKeys = bobs.recoveryKeys
    const store = createMemoryStore()

    const answer = await rig.openPage(store).send('privy:wallet:create', rig.root)

    expect(errorOf(answer)).toBe('error')
    expect(await store.list(owner)).toEqual([])
  })

  test('restores the genuine wallet beside a listed address that is not its own', async () => {
    const { custody, openPage, root, token } = await setup()
    const foreign = { chain_type: 'solana' as const, wallet_index: 0, address: foreignAddress }
    ;[...custody.roots.values()][0]!.accounts.push(foreign)
    const store = createMemoryStore()
    const page = openPage(store)

    const recovered = await page.send('privy:wallets:recover', root)
    const created = await page.send('privy:wallet:create', { accessToken: token(ada) })

    expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
    expect(dataOf(created)).toEqual({ address: root.entropyId })
    const [record] = await store.list(owner)
    expect(record!.accounts.map(({ address }) => address)).not.toContain(foreignAddress)
  })

  test('error: does not answer that it recovered a listed address that is not the root’s', async () => {
    const { custody, openPage, root } = await setup()
    const foreign = { chain_type: 'solana' as const, wallet_index: 0, address: foreignAddress }
    ;[...custody.roots.values()][0]!.accounts.push(foreign)
    const { accessToken } = root

    const page = openPage()
    const answer = await page.send('privy:solana-wallet:recover', {
      accessToken,
      publicKey: foreignAddress,
    })

    expect(answer).toMatchObject({
      error: {
        type: 'error',
        message: 'The server lists an address that does not belong to this wallet',
      },
    })
  })

  test('a new browser is on the further address it recovered by', async () => {
    const { openPage, root } = await setup()
    const first = openPage()
    await first.send('privy:wallets:recover', root)
    const further = { ...root, chainType: 'ethereum' as const, hdWalletIndex: 3 }
    const { address } = dataOf(await first.send('privy:wallets:add', further))
    const page = openPage()
    const byFurther = { ...root, entropyId: String(address) }

    await page.send('privy:wallets:recover', byFurther)

    expect(dataOf(await page.send('privy:wallets:connect', byFurther))).toEqual({
      entropyId: address,
    })
  })

  test('uses the shares of another device when the first ones do not restore the wallet', async () => {
    const { custody, openPage, root } = await setup()
    await openPage().send('privy:wallets:recover', root)
    const [junk] = [...custody.roots.values()][0]!.generations.values()
    junk!.encryptedRecoveryShare = junk!.encryptedRecoveryShare.slice(0, -4)
    custody.calls.length = 0

    const recovered = await openPage().send('privy:wallets:recover', root)

    expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
    expect(custody.calls.slice(0, 4)).toEqual(['list', 'recover', 'recover', 'addGeneration'])
  })

  test('error: gives up after the shares of three devices', async () => {
    const { custody, openPage, root } = await setup()
    for (let i = 0; i < 4; i += 1) await openPage().send('privy:wallets:recover', root)
    const [kept] = custody.roots.values()
    changeKeys(kept!)
    custody.calls.length = 0

    expect(errorOf(await openPage().send('privy:wallets:recover', root))).toBe('error')

    expect(custody.calls).toEqual(['list', 'recover', 'recover', 'recover'])
  })

  test('T-06: gives the device whose key was released a new one, and the new device one of its own', async () => {
    const { custody, openPage, root } = await setup()
    const [kept] = custody.roots.values()
    const [released = ''] = kept!.recoveryKeys.keys()
    custody.calls.length = 0

    await openPage().send('privy:wallets:recover', root)

    expect(custody.calls).toEqual([
      'list',
      'recover',
      'addGeneration',
      'authShare',
      'confirm',
      'replaceRecoveryKey',
      'switchRecoveryKey',
    ])
    const used = [...kept!.generations.values()].map(({ recoveryKeyId }) => recoveryKeyId)
    expect([...kept!.recoveryKeys.keys()].sort()).toEqual([...used].sort())
    expect(new Set(used).size).toBe(2)
    expect(used).not.toContain(released)
    // Both keys restore the wallet.
    for (let i = 0; i < 3; i += 1) {
      const recovered = await openPage().send('privy:wallets:recover', root)
      expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
    }
  })

  test.each(['replaceRecoveryKey', 'switchRecoveryKey'] as const)(
    'T-06: a wallet is recovered when %s fails or its answer is lost, and can be recovered again',
    async (failing) => {
      for (const isDone of [false, true]) {
        const { custody, openPage, root } = await setup()
        custody.intercept = async ({ route, answer }) => {
          if (route !== failing) return answer()
          if (isDone) await answer()
          throw new Refusal(null)
        }
        for (let i = 0; i < 2; i += 1) {
          const recovered = await openPage().send('privy:wallets:recover', root)
          expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
        }
        custody.intercept = ({ answer }) => answer()
        const recovered = await openPage().send('privy:wallets:recover', root)
        expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
      }
    },
  )

  test('T-06: does not switch to a key that the vault or the server did not store as it was sent', async () => {
    const { custody, openPage, root } = await setup()
    custody.intercept = async ({ route, answer }) => {
      const answered = (await answer()) as { encrypted_recovery_share: string }
      if (route !== 'replaceRecoveryKey') return answered
      const { encrypted_recovery_share: share } = answered
      return { ...answered, encrypted_recovery_share: `${share.slice(0, -4)}AAAA` }
    }
    custody.calls.length = 0

    const recovered = await openPage().send('privy:wallets:recover', root)

    expect(dataOf(recovered)).toEqual({ entropyId: root.entropyId })
    expect(custody.calls).not.toContain('switchRecoveryKey')
  })
})
