import { embeddedWallet, type WalletRoot } from '@sallyport/contract'
import { authOrigin, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGrantStore } from '../../device/grant-store.js'
import { createMemoryStore } from '../../device/memory-store.js'
import { tokenOwner } from '../../device/token-owner.js'
import { createFakePasskeys, type FakePasskeys } from '../../testing/fake-passkeys.js'
import { offerRecovery, type RealServer, startRealServer } from '../../testing/real-server.js'
import { dataOf, errorOf, openPage } from '../../testing/rig.js'
import { createWallet } from '../../wallet/create.js'
import { openAccess } from '../../wallet/open-access.js'
import { recover } from '../../wallet/recover.js'
import { setRecovery } from '../../wallet/set-recovery.js'
import type { Cloud } from '../cloud/cloud-store.js'
import { requireRecovery } from '../requested-recovery.js'
import { PasskeyError } from './passkey-error.js'
import { byPasskey, readLocator } from './passkey-recovery.js'
import { createPasskey, type UsedPasskey, usePasskey } from './use-passkey.js'

let real: RealServer
let kit: TestKit
beforeAll(async () => {
  real = await startRealServer()
  kit = real.kit
  await offerRecovery(kit, ['passkey'])
})
afterAll(() => real?.close())

/** How a call ends: with the server's answer, or on its way to it or back. */
type Fault = (path: string) => 'lost-request' | 'lost-answer' | undefined

/** A device of its own, before the real API and the real vault. */
function openDevice(fault: Fault = () => undefined) {
  const paths: string[] = []
  const viaServer: typeof fetch = async (url, init) => {
    const { pathname } = new URL(String(url))
    paths.push(pathname)
    const ending = fault(pathname)
    if (ending === 'lost-request') throw new TypeError('Failed to fetch')
    const answer = await real.fetch(url, init)
    if (ending === 'lost-answer') throw new TypeError('Failed to fetch')
    return answer
  }
  const store = createMemoryStore()
  const grantStore = openGrantStore(undefined)
  const { context } = openAccess({
    config: real.page,
    origin: authOrigin,
    fetch: viaServer,
    webCrypto: crypto,
    openStore: async () => store,
    grantStore,
    locks: undefined,
    clock: { nowMs: () => 0 },
    wallClock: () => kit.clock.nowMs(),
  })
  const frame = openPage({ server: { ...real.page, fetch: viaServer }, store, grantStore })
  return { context, frame, paths }
}
type Device = ReturnType<typeof openDevice>

let serial = 0
async function createUser() {
  serial += 1
  const email = `passkey${serial}@example.com`
  const device = openDevice()
  const caller = await signIn(email)
  const recovery = requireRecovery('choose', {})
  const address = await createWallet(device.context, caller, {
    chainType: 'ethereum',
    existing: undefined,
    recovery,
  })
  return { email, caller, device, address: { chainType: 'ethereum', address } as const }
}
type User = Awaited<ReturnType<typeof createUser>>

async function signIn(email: string) {
  const { token: accessToken } = await kit.signIn(email)
  return { ...tokenOwner(accessToken, kit.appId), accessToken }
}

async function rootOf({ caller, device }: Pick<User, 'caller' | 'device'>): Promise<WalletRoot> {
  const { roots } = await device.context.call(embeddedWallet.list, {}, caller.accessToken)
  const [root] = roots
  if (!root) throw new Error('The user has no wallet')
  return root
}

const accessOf = (passkeys: FakePasskeys, host = 'auth.example') => ({
  credentials: passkeys.credentials,
  host,
  webCrypto: crypto,
})

/** Makes a passkey and uses it, as the page does. */
async function newPasskey(passkeys: FakePasskeys): Promise<UsedPasskey> {
  const access = accessOf(passkeys)
  const { appId } = kit
  const passkey = await createPasskey(access, { appId, name: 'Wallet' })
  return usePasskey(access, { appId, passkey })
}

const set = (user: User, passkey: UsedPasskey, device: Device = user.device, replaces?: string) =>
  setRecovery(device.context, user.caller, {
    address: user.address,
    replaces,
    recovery: { strategy: byPasskey(passkey), fields: { recoveryMethod: 'passkey' } },
  })

/** Uses the wallet's passkey on a new device, and restores the wallet there. */
async function recoverBy(user: User, passkeys: FakePasskeys, device: Device = openDevice()) {
  const { caller } = user
  const root = await rootOf(user)
  const named = readLocator(root.recovery_locator ?? '')
  if (!named) throw new Error('The wallet has no passkey')
  const passkey = await usePasskey(accessOf(passkeys), { appId: kit.appId, passkey: named })
  const context = { ...device.context, passkey: byPasskey(passkey) }
  const record = await recover(context, caller, { address: user.address, fields: {} })
  return record.accounts.map(({ address }) => address)
}

const isProblem = (reason: string) => ({ name: 'PasskeyError', reason })

describe('recovery by a passkey', () => {
  test('brings the wallet back on a new device, and the linked account names it', async () => {
    const user = await createUser()
    const passkeys = createFakePasskeys()
    await set(user, await newPasskey(passkeys))

    expect(await recoverBy(user, passkeys)).toEqual([user.address.address])
    expect(await rootOf(user)).toMatchObject({ recovery_method: 'passkey' })
  })

  test('REC-13: an authenticator that does not verify its user makes another secret, which is refused without asking the vault', async () => {
    const user = await createUser()
    const passkeys = createFakePasskeys()
    await set(user, await newPasskey(passkeys))
    const device = openDevice()
    passkeys.verifiesUser(false)
    await expect(recoverBy(user, passkeys, device)).rejects.toMatchObject(isProblem('other'))
    passkeys.claimsVerification(true)
    for (let count = 0; count < 12; count += 1) {
      await expect(recoverBy(user, passkeys, device)).rejects.toMatchObject(isProblem('other'))
    }
    expect(device.paths.filter((path) => path.endsWith('/recovery'))).toEqual([])
    passkeys.verifiesUser(true)

    expect(await recoverBy(user, passkeys, device)).toEqual([user.address.address])
  })

  test('another passkey of the same origin opens nothing', async () => {
    const user = await createUser()
    const passkeys = createFakePasskeys()
    await set(user, await newPasskey(passkeys))
    const other = await newPasskey(passkeys)
    const caller = await signIn(user.email)
    const device = openDevice()
    const context = { ...device.context, passkey: byPasskey(other) }
    await expect(
      recover(context, caller, { address: user.address, fields: {} }),
    ).rejects.toBeInstanceOf(PasskeyError)

    expect(device.paths.filter((path) => path.endsWith('/recovery'))).toEqual([])
    expect(await recoverBy(user, passkeys)).toEqual([user.address.address])
  })

  test('the secret of a passkey is another one for another app and another wallet', async () => {
    const passkeys = createFakePasskeys()
    const access = accessOf(passkeys)
    const passkey = await createPasskey(access, { appId: 'one', name: 'Wallet' })
    const one = await usePasskey(access, { appId: 'one', passkey })
    const two = await usePasskey(access, { appId: 'two', passkey })
    expect(one.output).not.toEqual(two.output)

    const cloud = {} as Cloud // a passkey needs none
    const secretOf = (walletId: string) =>
      byPasskey(one).create({ webCrypto: crypto, walletId, fields: {}, cloud })
    const [first, second] = [await secretOf('wallet-1'), await secretOf('wallet-2')]
    expect(first.secret).not.toEqual(second.secret)
    expect(first.secret).not.toEqual(one.output)
  })

  test.each([
    ['gives no secret', { hasPrf: false }, 'unsupported'],
    ['does not verify its user', { claimsVerification: false }, 'unsupported'],
    ['cannot leave the device', { isBackedUp: false }, 'bound'],
    ['is refused by the user', { isRefused: true }, 'cancelled'],
  ] as const)('a new passkey that %s is not taken', async (_, given, reason) => {
    const access = accessOf(createFakePasskeys(given))
    const made = createPasskey(access, { appId: kit.appId, name: 'Wallet' })

    await expect(made).rejects.toMatchObject(isProblem(reason))
  })

  test('a passkey on a security key is taken, although it is not backed up', async () => {
    const passkeys = createFakePasskeys({ isBackedUp: false, isBuiltIn: false })

    expect((await newPasskey(passkeys)).output.length).toBe(32)
  })

  test('a new passkey takes the place of the one before, and only it opens the wallet', async () => {
    const user = await createUser()
    const [first, second] = [createFakePasskeys(), createFakePasskeys()]
    await set(user, await newPasskey(first))
    await set(user, await newPasskey(second), user.device, 'passkey')

    await expect(recoverBy(user, first)).rejects.toMatchObject(isProblem('cancelled'))
    expect(await recoverBy(user, second)).toEqual([user.address.address])
  })

  test('an app that does not offer it is refused, and the wallet keeps its recovery', async () => {
    const user = await createUser()
    const passkey = await newPasskey(createFakePasskeys())
    await offerRecovery(kit, ['user-passcode'])
    await expect(set(user, passkey)).rejects.toMatchObject({ type: 'not_supported' })
    await offerRecovery(kit, ['passkey'])

    expect(await rootOf(user)).toMatchObject({ recovery_method: 'privy' })
  })

  test('a page of the app can neither set nor use one by an event of the frame', async () => {
    const user = await createUser()
    const { frame } = user.device
    const { accessToken } = user.caller
    const wallet = {
      entropyId: user.address.address,
      entropyIdVerifier: 'ethereum-address-verifier',
    } as const
    const given = { accessToken, ...wallet, recoveryMethod: 'passkey' }
    expect(errorOf(await frame.send('privy:wallets:set-recovery', given))).toBe(
      'invalid_request_arguments',
    )
    const secret = { ...given, recoveryKey: 'A'.repeat(43) }
    expect(errorOf(await frame.send('privy:wallets:set-recovery', secret))).toBe(
      'invalid_request_arguments',
    )
    const passkeys = createFakePasskeys()
    await set(user, await newPasskey(passkeys))
    const other = openDevice()
    const again = await signIn(user.email)
    const asked = { accessToken: again.accessToken, ...wallet }

    expect(errorOf(await other.frame.send('privy:wallets:recover', asked))).toBe('error')
    expect(dataOf(await frame.send('privy:wallets:connect', { accessToken, ...wallet }))).toEqual({
      entropyId: wallet.entropyId,
    })
  })
})
