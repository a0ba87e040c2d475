import { api } from '@sallyport/contract'
import { authOrigin, createEthereumWallet, createWallet, totpCodeAt } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asBrowser,
  confirming,
  createWalletOwners,
  type WalletOwners,
} from '../testing/wallet-owners.js'

const day = 86_400_000
const refused = { status: 401, body: { code: 'older_login_required' } }

let world: WalletOwners
beforeAll(async () => {
  world = await createWalletOwners({ sms_auth: true })
})
afterAll(() => world.close())

/** A user whose page has linked a thief's login without a press, and the thief at home. */
async function rob() {
  const user = await world.createUser()
  const thiefs = createEthereumWallet()
  expect((await world.linkByScript(user.session.token, thiefs)).status).toBe(200)
  return { user, thiefs, home: await world.logInAtHome(thiefs) }
}

describe('P8: a login of the last seven days decides about no older one', () => {
  test('it removes and replaces no login but itself, and the owner removes it', async () => {
    const { user, thiefs, home } = await rob()
    expect(await world.unlinkEmail(home.token, user.email)).toMatchObject(refused)
    const other: [string, string] = [user.email, 'thief@example.com']
    expect(await world.replaceEmail(home.token, other)).toMatchObject(refused)
    expect((await world.kit.call(api.user.me, {}, asBrowser(user.session.token))).status).toBe(200)

    const own = await world.kit.signIn(user.email)
    const gone = { body: { address: thiefs.address } }
    expect((await world.kit.call(api.siwe.unlink, gone, asBrowser(own.token))).status).toBe(200)
    expect((await world.restore(user, home)).status).toBe(401)
  })

  test('it removes itself', async () => {
    const { thiefs, home } = await rob()
    const itself = { body: { address: thiefs.address } }
    expect((await world.kit.call(api.siwe.unlink, itself, asBrowser(home.token))).status).toBe(200)
  })

  test('a script in the owner’s page can’t remove the last older login beside it either', async () => {
    const { user } = await rob()
    expect(await world.unlinkEmail(user.session.token, user.email)).toMatchObject({
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

  test('an address of the last seven days is told of a reset, and not the link that cancels it', async () => {
    const { kit } = world
    const user = await world.createUser()
    const { body } = await kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const code = { body: { code: totpCodeAt(body.totpSecret, kit.clock.nowMs()) } }
    await kit.call(api.mfa.totpEnroll, code, user.frame)
    const number = '+15555550142'
    const browser = asBrowser(user.session.token)
    await kit.call(api.sms.init, { body: { phoneNumber: number } }, browser)
    const link = { body: { phoneNumber: number, code: kit.phones.codeFor(number) } }
    kit.clock.advance(30_000)
    const step = { body: { code: totpCodeAt(body.totpSecret, kit.clock.nowMs()) } }
    await kit.call(api.mfa.totpVerify, step, user.frame)
    expect((await kit.call(api.sms.link, link, browser)).status).toBe(200)
    const told = kit.phones.messages.length
    const mailed = kit.mailbox.mails.length

    const { token } = await kit.signIn(user.email)
    expect((await kit.call(api.mfa.resetInit, { body: {} }, asBrowser(token))).status).toBe(200)

    const texts = kit.phones.messages.slice(told).map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('asked to remove its second factors')])
    expect(texts.join()).not.toContain('/mfa/reset#')
    const mails = kit.mailbox.mails.slice(mailed).map(({ text }) => text)
    expect(mails.join()).toContain('/mfa/reset#token=')
  })

  test('after seven days it is a login like the others', async () => {
    const { user, thiefs } = await rob()
    world.kit.clock.advance(7 * day)
    const { token } = await world.logInAtHome(thiefs)
    expect((await world.unlinkEmail(token, user.email)).status).toBe(200)
  })

  test('a user’s older second factor is enough beside it', async () => {
    const { kit } = world
    const user = await world.createUser()
    const { body } = await kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const code = () => ({ body: { code: totpCodeAt(body.totpSecret, kit.clock.nowMs()) } })
    await kit.call(api.mfa.totpEnroll, code(), user.frame)
    kit.clock.advance(8 * day)
    const own = createEthereumWallet()
    const session = await kit.signIn(user.email)
    await kit.call(api.mfa.totpVerify, code(), { token: session.token, origin: authOrigin })
    expect((await world.linkByScript(session.token, own)).status).toBe(200)
    const young = await world.logInAtHome(own)
    kit.clock.advance(30_000)
    await kit.call(api.mfa.totpVerify, code(), young)
    expect((await kit.call(api.mfa.totpUnenroll, { body: {} }, young)).status).toBe(200)
  })
})

describe('P8: a press that was got by deceit', () => {
  /** A session whose changes wait for a press, and the press. */
  async function open() {
    const user = await world.createUser()
    const session = await world.kit.signIn(user.email, { headers: confirming })
    const press = (answer: { body: { data?: unknown } }) => world.press(session.token, answer)
    return { user, token: session.token, press }
  }

  test('a login that took the place of the user’s only one opens nothing for seven days', async () => {
    const { user, token, press } = await open()
    const address = `thief-of-${user.email}`
    const asked = await world.replaceEmail(token, [user.email, address])
    expect((await press(asked)).status).toBe(200)
    const home = await world.kit.signIn(address)
    expect(await world.restore(user, { token: home.token, origin: authOrigin })).toMatchObject(
      refused,
    )
    world.kit.clock.advance(7 * day)
    const later = await world.kit.signIn(address)
    expect((await world.restore(user, { token: later.token, origin: authOrigin })).status).toBe(200)
  })

  test('error: one request is confirmed once, however it is written', async () => {
    const { token, press } = await open()
    const asked = await world.linkByScript(token, createEthereumWallet())
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
  expect((await world.linkByScript(session.token, thiefs)).status).toBe(200)
  kit.clock.advance(8 * day)
  const user = await createWallet(kit, await kit.signIn(email), vault.publicKey)
  kit.clock.advance(60_000)
  expect(await world.restore(user, await world.logInAtHome(thiefs))).toMatchObject(refused)
  kit.clock.advance(7 * day)
  expect((await world.restore(user, await world.logInAtHome(thiefs))).status).toBe(200)
})
