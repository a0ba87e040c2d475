import { api, headers as headerNames } from '@sallyport/contract'
import {
  authOrigin,
  createEthereumWallet,
  createInhabitant,
  createKitWithVault,
  createWallet,
  type Inhabitant,
  recoverBody,
  type TestWallet,
  totpCodeAt,
  walletCookieOf,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const day = 86_400_000
const walletLogin = { chainId: 'eip155:1', walletClientType: 'metamask', connectorType: 'injected' }
const confirming = { [headerNames.client]: 'sallyport-core:0.1.0' }
const refused = { status: 401, body: { code: 'older_login_required' } }

let world: Awaited<ReturnType<typeof createKitWithVault>>
let serial = 0
beforeAll(async () => {
  world = await createKitWithVault({
    app: { settings: { wallet_auth: true, mfa_methods: ['totp'] } },
    config: { recoveriesPerUserPerDay: 10_000 },
  })
})
afterAll(() => world.close())

/** What the tests need of a user with a wallet. */
type Owner = Pick<Inhabitant, 'session' | 'device' | 'params'>
type Frame = { token: string; origin: string; headers?: Record<string, string> }

async function createUser(): Promise<Inhabitant> {
  serial += 1
  const email = `young${serial}@example.com`
  const user = await createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
  world.kit.clock.advance(60_000)
  return user
}

async function prove(wallet: TestWallet, options: object = {}) {
  const { kit } = world
  const { address } = wallet
  const { body } = await kit.call(api.siwe.init, { body: { address } }, options)
  const issuedAt = new Date(kit.clock.nowMs()).toISOString()
  const message = writeLoginMessage({ chain: 'Ethereum', address, nonce: body.nonce, issuedAt })
  return { message, signature: wallet.sign(message), ...walletLogin }
}

/** What the page of a browser that logged in sends: the cookies come along. */
const asBrowser = (token: string) => ({ token, headers: walletCookieOf(token) })

async function linkByScript(token: string, wallet: TestWallet) {
  const browser = asBrowser(token)
  return world.kit.call(api.siwe.link, { body: await prove(wallet, browser) }, browser)
}

async function logInAtHome(wallet: TestWallet): Promise<Frame> {
  const login = await world.kit.call(api.siwe.authenticate, { body: await prove(wallet) })
  return { token: login.body.token ?? '', origin: authOrigin }
}

async function restore(user: Owner, frame: Frame) {
  const { body } = await recoverBody(user.device, frame)
  return world.kit.call(api.embeddedWallet.recover, { params: user.params, body }, frame)
}

const unlinkEmail = (token: string, address: string) =>
  world.kit.call(api.email.unlink, { body: { address } }, asBrowser(token))

async function replaceEmail(token: string, [oldAddress, newAddress]: [string, string]) {
  const { kit } = world
  await kit.call(api.email.init, { body: { email: newAddress } }, asBrowser(token))
  const body = { oldAddress, newAddress, code: kit.mailbox.codeFor(newAddress) }
  return kit.call(api.email.update, { body }, asBrowser(token))
}

/** A user whose page has linked a thief's login without a press, and the thief at home. */
async function rob() {
  const user = await createUser()
  const thiefs = createEthereumWallet()
  expect((await linkByScript(user.session.token, thiefs)).status).toBe(200)
  return { user, thiefs, home: await logInAtHome(thiefs) }
}

describe('P8: a login of the last seven days decides about no older one', () => {
  test('it removes and replaces no login but itself, and the owner removes it', async () => {
    const { user, thiefs, home } = await rob()
    expect(await unlinkEmail(home.token, user.email)).toMatchObject(refused)
    const other: [string, string] = [user.email, 'thief@example.com']
    expect(await replaceEmail(home.token, other)).toMatchObject(refused)
    expect((await world.kit.call(api.user.me, {}, asBrowser(user.session.token))).status).toBe(200)

    const own = await world.kit.signIn(user.email)
    const gone = { body: { address: thiefs.address } }
    expect((await world.kit.call(api.siwe.unlink, gone, asBrowser(own.token))).status).toBe(200)
    expect((await restore(user, home)).status).toBe(401)
  })

  test('it removes itself', async () => {
    const { thiefs, home } = await rob()
    const itself = { body: { address: thiefs.address } }
    expect((await world.kit.call(api.siwe.unlink, itself, asBrowser(home.token))).status).toBe(200)
  })

  test('a script in the owner’s page can’t remove the last older login beside it either', async () => {
    const { user } = await rob()
    expect(await unlinkEmail(user.session.token, user.email)).toMatchObject({
      status: 400,
      body: { code: 'cannot_unlink_sole_account' },
    })
  })

  test('it enrolls no second factor, and starts and cancels no reset', async () => {
    const { home } = await rob()
    const { kit } = world
    expect(await kit.call(api.mfa.totpInit, { body: {} }, home)).toMatchObject(refused)
    expect(await kit.call(api.mfa.resetInit, { body: {} }, asBrowser(home.token))).toMatchObject(
      refused,
    )
    expect(await kit.call(api.mfa.resetCancel, { body: {} }, asBrowser(home.token))).toMatchObject(
      refused,
    )
  })

  test('after seven days it is a login like the others', async () => {
    const { user, thiefs } = await rob()
    world.kit.clock.advance(7 * day)
    const { token } = await logInAtHome(thiefs)
    expect((await unlinkEmail(token, user.email)).status).toBe(200)
  })

  test('a user’s older second factor is enough beside it', async () => {
    const { kit } = world
    const user = await createUser()
    const { body } = await kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const code = () => ({ body: { code: totpCodeAt(body.totpSecret, kit.clock.nowMs()) } })
    await kit.call(api.mfa.totpEnroll, code(), user.frame)
    kit.clock.advance(8 * day)
    const own = createEthereumWallet()
    const session = await kit.signIn(user.email)
    await kit.call(api.mfa.totpVerify, code(), { token: session.token, origin: authOrigin })
    expect((await linkByScript(session.token, own)).status).toBe(200)
    const young = await logInAtHome(own)
    kit.clock.advance(30_000)
    await kit.call(api.mfa.totpVerify, code(), young)
    expect((await kit.call(api.mfa.totpUnenroll, { body: {} }, young)).status).toBe(200)
  })
})

describe('P8: a press that was got by deceit', () => {
  /** A session whose changes wait for a press, and the press. */
  async function open() {
    const user = await createUser()
    const session = await world.kit.signIn(user.email, { headers: confirming })
    const press = (answer: { body: { data?: unknown } }) =>
      world.kit.call(
        api.confirmation.confirm,
        { body: answer.body.data as { request: string } },
        { token: session.token, origin: authOrigin },
      )
    return { user, token: session.token, press }
  }

  test('a login that took the place of the user’s only one opens nothing for seven days', async () => {
    const { user, token, press } = await open()
    const address = `thief${serial}@example.com`
    const asked = await replaceEmail(token, [user.email, address])
    expect((await press(asked)).status).toBe(200)
    const home = await world.kit.signIn(address)
    expect(await restore(user, { token: home.token, origin: authOrigin })).toMatchObject(refused)
    world.kit.clock.advance(7 * day)
    const later = await world.kit.signIn(address)
    expect((await restore(user, { token: later.token, origin: authOrigin })).status).toBe(200)
  })

  test('error: one request is confirmed once, however it is written', async () => {
    const { token, press } = await open()
    const asked = await linkByScript(token, createEthereumWallet())
    const { request } = asked.body.data as unknown as { request: string }
    expect((await press(asked)).status).toBe(200)
    const spellings = [request, `${request}=`, request.replaceAll('-', '+').replaceAll('_', '/')]
    for (const spelling of spellings) {
      const again = await press({ body: { data: { request: spelling } } })
      expect(again.status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('P8: a login that was added before there was a wallet waits for seven days of the wallet', async () => {
  const { kit, vault } = world
  const email = 'no-wallet-yet@example.com'
  const session = await kit.signIn(email)
  kit.clock.advance(60_000)
  const thiefs = createEthereumWallet()
  expect((await linkByScript(session.token, thiefs)).status).toBe(200)
  kit.clock.advance(8 * day)
  const user = await createWallet(kit, await kit.signIn(email), vault.publicKey)
  kit.clock.advance(60_000)
  expect(await restore(user, await logInAtHome(thiefs))).toMatchObject(refused)
  kit.clock.advance(7 * day)
  expect((await restore(user, await logInAtHome(thiefs))).status).toBe(200)
})
