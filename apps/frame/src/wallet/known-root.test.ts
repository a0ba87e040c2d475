import { userIdPrefix } from '@sallyport/contract'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/memory-store.js'
import { createFakeCustody, type FakeCustody } from '../testing/fake-custody.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf, errorOf, openPage } from '../testing/rig.js'

const ada = `${userIdPrefix}ada`
const asRoot = (accessToken: string, entropyId: string) =>
  ({ accessToken, entropyId, entropyIdVerifier: 'ethereum-address-verifier' }) as const

describe('V8: code in the API process gives a browser a wallet that it knows', () => {
  test('a new user gets no wallet, and a new device of an old user none', async () => {
    const { custody, address, accessToken } = await thievesWallet()
    const store = createMemoryStore()
    const page = await pageOf(custody, store)

    const created = await page.send('privy:wallet:create', { accessToken })
    const recovered = await page.send('privy:wallets:recover', asRoot(accessToken, address))

    expect(errorOf(created)).toBe('error')
    expect(errorOf(recovered)).toBe('error')
    expect(await store.list({ appId, userId: ada })).toEqual([])
  })

  test('a root that the vault keeps under another secret is not restored', async () => {
    const rig = await createRig()
    const accessToken = rig.token(ada)
    const address = String(
      dataOf(await rig.openPage().send('privy:wallet:create', { accessToken })).address,
    )
    for (const root of rig.custody.roots.values()) {
      // The last bytes of what the vault keeps: the custody address.
      for (const key of root.recoveryKeys.values()) key[key.length - 1]! ^= 1
    }
    const recovered = await rig
      .openPage()
      .send('privy:wallets:recover', asRoot(accessToken, address))
    expect(errorOf(recovered)).toBe('error')
  })

  test('a wallet whose method the vault knows as another one is not restored', async () => {
    const rig = await createRig()
    const accessToken = rig.token(ada)
    const address = String(
      dataOf(await rig.openPage().send('privy:wallet:create', { accessToken })).address,
    )
    for (const root of rig.custody.roots.values()) {
      for (const key of root.recoveryKeys.values()) key[33] = 2
    }
    const recovered = await rig
      .openPage()
      .send('privy:wallets:recover', asRoot(accessToken, address))
    expect(errorOf(recovered)).toBe('error')
  })

  test.each([
    ['nothing', () => undefined],
    ['what another than the vault sealed', (pin: unknown) => pin],
  ])('no address is shown while the vault’s word is %s', async (_, change) => {
    const rig = await createRig()
    const other = await createFakeCustody(appId)
    rig.custody.intercept = async ({ route, answer }) => {
      const answered = await answer()
      if (route !== 'confirm') return answered
      const { sealed_root_pin: pin, ...rest } = answered as { sealed_root_pin: { enc: string } }
      const enc = toBase64url(other.vault.publicKey)
      return { ...rest, sealed_root_pin: change({ ...pin, enc }) }
    }
    const created = await rig
      .openPage()
      .send('privy:wallet:create', { accessToken: rig.token(ada) })
    expect(errorOf(created)).toBe('error')
  })

  test('error: the vault knows another root of the user: no wallet is made', async () => {
    const rig = await createRig()
    rig.custody.intercept = async ({ route, answer }) => {
      if (route === 'confirm') throw new Refusal('internal_error', 500)
      return answer()
    }
    const created = await rig
      .openPage()
      .send('privy:wallet:create', { accessToken: rig.token(ada) })
    expect(errorOf(created)).toBe('error')
  })
})

/** A wallet of the user that was made with an API and a vault of the thief's. */
async function thievesWallet() {
  const custody = await createFakeCustody(appId)
  const rig = await createRig()
  const accessToken = rig.token(ada)
  const page = await pageOf(custody, createMemoryStore(), custody.vault.publicKey)
  const address = String(dataOf(await page.send('privy:wallet:create', { accessToken })).address)
  return { custody, address, accessToken }
}

/** A page whose API is `custody`, and whose vault's key comes from the process of the pages. */
async function pageOf(
  custody: FakeCustody,
  store: ReturnType<typeof createMemoryStore>,
  vaultPublicKey?: Uint8Array,
) {
  const honest = vaultPublicKey ?? (await generateSealKeyPair()).publicKey
  return openPage({
    server: {
      appId,
      fetch: custody.fetch,
      vaultPublicKey: toBase64url(honest),
      apiPublicKey: toBase64url(custody.api.publicKey),
    },
    store,
  })
}
