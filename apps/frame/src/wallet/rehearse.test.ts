import { embeddedWallet } from '@sallyport/contract'
import { authOrigin, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGrantStore } from '../device/grant-store.js'
import { createMemoryStore } from '../device/memory-store.js'
import { tokenOwner } from '../device/token-owner.js'
import { byPasskey, readLocator } from '../recovery/passkey/passkey-recovery.js'
import { createPasskey, usePasskey } from '../recovery/passkey/use-passkey.js'
import { type RecoveryChoice, requireRecovery } from '../recovery/requested-recovery.js'
import type { RecoveryFields } from '../recovery/strategies.js'
import {
  createStorages,
  iCloudSettings,
  storageOrigin,
  withStorages,
} from '../testing/cloud-storages.js'
import { createFakePasskeys } from '../testing/fake-passkeys.js'
import { offerRecovery, type RealServer, startRealServer } from '../testing/real-server.js'
import type { Caller, WalletContext } from './context.js'
import { createWallet } from './create.js'
import { openAccess } from './open-access.js'
import { findRoot, recover } from './recover.js'
import { rehearseRecovery } from './rehearse.js'

const options = ['user-passcode', 'google-drive', 'icloud', 'passkey'] as const
const passcode = 'harbour lantern velvet'
let real: RealServer
let kit: TestKit
const storages = createStorages()
beforeAll(async () => {
  real = await startRealServer({ app: { privateSettings: iCloudSettings } })
  kit = real.kit
  await offerRecovery(kit, options)
})
afterAll(() => real?.close())

/** A browser that has nothing of a wallet, before the real API, the real vault and the simulated storages. */
function openBrowser() {
  const store = createMemoryStore()
  const { context } = openAccess({
    config: { ...real.page, storageSimulator: storageOrigin },
    origin: authOrigin,
    fetch: withStorages(storages, real.fetch),
    webCrypto: crypto,
    openStore: async () => store,
    grantStore: openGrantStore(undefined),
    locks: undefined,
    clock: { nowMs: () => 0 },
    wallClock: () => kit.clock.nowMs(),
  })
  return { context, store }
}

const passkeys = createFakePasskeys()
const access = { credentials: passkeys.credentials, host: 'auth.example', webCrypto: crypto }

/** The passkey that a page has used. */
async function passkeyOf(locator: string | undefined) {
  const { appId } = kit
  const known = locator === undefined ? undefined : readLocator(locator)
  const passkey = known ?? (await createPasskey(access, { appId, name: 'Wallet' }))
  return byPasskey(await usePasskey(access, { appId, passkey }))
}

/** What each method sets a recovery with, and gives to a test of it: right, and wrong. */
const methods = {
  privy: { set: () => ({}), give: () => ({}), wrong: null },
  'user-passcode': {
    set: () => ({ recoveryPassword: passcode }),
    give: () => ({ recoveryPassword: passcode }),
    wrong: () => ({ recoveryPassword: 'another lantern velvet' }),
  },
  'google-drive': {
    set: () => ({ recoveryAccessToken: 'ada' }),
    give: () => ({ recoveryAccessToken: 'ada' }),
    wrong: () => ({ recoveryAccessToken: 'eve' }),
  },
  icloud: {
    set: () => ({ recoveryAccessToken: storages.signInToICloud('ada') }),
    give: () => ({ recoveryAccessToken: storages.signInToICloud('ada') }),
    wrong: () => ({ recoveryAccessToken: storages.signInToICloud('eve') }),
  },
  passkey: { set: () => ({}), give: () => ({}), wrong: null },
} satisfies Record<string, Record<'set' | 'give', () => RecoveryFields> & { wrong: unknown }>
type Method = keyof typeof methods

async function createUser(method: Method) {
  const { token: accessToken, user } = await kit.signIn(`${method}@example.com`)
  const caller: Caller = { ...tokenOwner(accessToken, kit.appId), accessToken }
  const { context } = openBrowser()
  const recovery: RecoveryChoice =
    method === 'passkey'
      ? { strategy: await passkeyOf(undefined), fields: { recoveryMethod: method } }
      : requireRecovery('choose', { recoveryMethod: method, ...methods[method].set() })
  const chain = { chainType: 'ethereum', existing: undefined } as const
  const address = await createWallet(context, caller, { ...chain, recovery })
  return { caller, address, userId: user.id }
}

/** Tests the recovery of the wallet in `browser`. */
async function rehearse(
  { context }: { context: WalletContext },
  { caller, address }: { caller: Caller; address: string },
  fields: RecoveryFields,
) {
  const root = await findRoot(context, caller, { chainType: 'ethereum', address })
  const isPasskey = root.recovery_method === 'passkey'
  const passkey = isPasskey ? { passkey: await passkeyOf(root.recovery_locator) } : {}
  return rehearseRecovery({ ...context, ...passkey }, caller, { root, fields })
}

const testsOf = async (userId: string) =>
  (
    await kit.db
      .selectFrom('audit_event')
      .select('kind')
      .where('user_id', '=', userId.replace('did:privy:', ''))
      .execute()
  ).filter(({ kind }) => kind === 'recovery_rehearsed').length

const unreadable = Buffer.from('unreadable')

/** Makes the recovery share unreadable that the server would give first, of those that still are readable. */
async function damageNextShare(userId: string) {
  const { generation_id } = await kit.db
    .selectFrom('share_generation')
    .select('generation_id')
    .where('user_id', '=', userId.replace('did:privy:', ''))
    .where('encrypted_recovery_share', '!=', unreadable)
    .orderBy('vouched', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('generation_id')
    .executeTakeFirstOrThrow()
  await kit.db
    .updateTable('share_generation')
    .set({ encrypted_recovery_share: unreadable })
    .where('generation_id', '=', generation_id)
    .execute()
}

describe.each(Object.keys(methods) as Method[])('a test of recovery by %s', (method) => {
  test('brings the address back in a browser without storage, twice, adds no device, and is recorded', async () => {
    const user = await createUser(method)
    const browser = openBrowser()

    expect(await rehearse(browser, user, methods[method].give())).toBe(user.address)
    expect(await rehearse(browser, user, methods[method].give())).toBe(user.address)

    expect(await browser.store.list(user.caller)).toEqual([])
    expect(await testsOf(user.userId)).toBe(2)
    const devices = await kit.db
      .selectFrom('share_generation')
      .select('state')
      .where('user_id', '=', user.caller.userId.replace('did:privy:', ''))
      .execute()
    expect(devices.map(({ state }) => state)).toEqual(['active'])
  })
})

describe('a test of recovery', () => {
  test.each([
    ['user-passcode', { type: 'invalid_recovery_pin' }],
    ['google-drive', { reason: 'missing' }],
    ['icloud', { reason: 'missing' }],
  ] as const)(
    'error: with a wrong secret of %s is not recorded, and the right one still passes',
    async (method, problem) => {
      const { token: accessToken, user } = await kit.signIn(`${method}@example.com`)
      const caller = { ...tokenOwner(accessToken, kit.appId), accessToken }
      const browser = openBrowser()
      const { roots } = await browser.context.call(embeddedWallet.list, {}, accessToken)
      const address = roots[0]?.accounts[0]?.address ?? ''
      const before = await testsOf(user.id)

      const wrong = rehearse(browser, { caller, address }, methods[method].wrong())
      await expect(wrong).rejects.toMatchObject(problem)
      expect(await testsOf(user.id)).toBe(before)
      expect(await rehearse(browser, { caller, address }, methods[method].give())).toBe(address)
    },
  )

  test('tries the shares of another device, as a recovery does, and fails once no device’s shares restore the wallet', async () => {
    const { token: accessToken, user } = await kit.signIn('devices@example.com')
    const caller = { ...tokenOwner(accessToken, kit.appId), accessToken }
    const chain = { chainType: 'ethereum', existing: undefined } as const
    const recovery = requireRecovery('choose', {})
    const address = await createWallet(openBrowser().context, caller, { ...chain, recovery })
    const wanted = { chainType: 'ethereum', address } as const
    await recover(openBrowser().context, caller, { address: wanted, fields: {} })
    const browser = openBrowser()

    await damageNextShare(user.id)
    expect(await rehearse(browser, { caller, address }, {})).toBe(address)
    expect(await testsOf(user.id)).toBe(1)

    await damageNextShare(user.id)
    await expect(rehearse(browser, { caller, address }, {})).rejects.toMatchObject({
      type: 'error',
    })
    expect(await testsOf(user.id)).toBe(1)
  })

  test('error: asks for the passcode when none is given', async () => {
    const user = await createUser('user-passcode')
    await expect(rehearse(openBrowser(), user, {})).rejects.toMatchObject({
      type: 'invalid_recovery_pin',
    })
  })
})
