import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  asSignedIn,
  authOrigin,
  createEthereumWallet,
  createWallet,
  totpCodeAt,
  walletCookieOf,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirming, createWalletOwners, type WalletOwners } from '../testing/wallet-owners.js'

const day = 86_400_000
const refused = { status: 401, body: { code: 'older_login_required' } }

let world: WalletOwners
beforeAll(async () => {
  world = await createWalletOwners({
    guest_auth: true,
    farcaster_auth: true,
    farcaster_link_wallets_enabled: true,
  })
})
afterAll(() => world.close())

describe('P8 V1: a script in the page links a login of its author’s, who logs in by it at home', () => {
  test('the root is not restored for seven days, the user is told of both, and every older login restores it', async () => {
    const user = await world.createUser()
    const thiefs = createEthereumWallet()
    // The calls of public clients are like this one, so it succeeds.
    expect((await world.linkByScript(user.session.token, thiefs)).status).toBe(200)
    expect(await world.noticesTo(user.email)).toContain('A wallet was added to your Acme account')

    const home = await world.logInAtHome(thiefs)
    expect(await world.restore(user, home)).toMatchObject(refused)
    expect(await world.restore(user, home)).toMatchObject(refused)
    const told = /tried to open your wallet on another device/g
    expect((await world.noticesTo(user.email)).match(told)).toHaveLength(1)

    const own = await world.kit.signIn(user.email)
    const phone = { token: own.token, origin: authOrigin }
    expect((await world.restore(user, phone)).status).toBe(200)
    const unlink = { body: { address: thiefs.address } }
    const answer = await world.kit.call(api.siwe.unlink, unlink, { token: own.token })
    expect(answer.status).toBe(200)
    expect(await world.restore(user, home)).toMatchObject({ status: 401 })
  })

  test('a login that stays restores the wallet when the seven days are over', async () => {
    const user = await world.createUser()
    const own = createEthereumWallet()
    await world.linkByScript(user.session.token, own)
    world.kit.clock.advance(7 * day - 1)
    expect(await world.restore(user, await world.logInAtHome(own))).toMatchObject(refused)
    world.kit.clock.advance(1)
    expect((await world.restore(user, await world.logInAtHome(own))).status).toBe(200)
  })

  test('a second factor that the script enrolled beside it is none; one that is older is', async () => {
    const { kit } = world
    const user = await world.createUser()
    const { body } = await kit.call(api.mfa.totpInit, { body: {} }, user.frame)
    const codeNow = () => totpCodeAt(body.totpSecret, kit.clock.nowMs())
    await kit.call(api.mfa.totpEnroll, { body: { code: codeNow() } }, user.frame)
    const wallet = createEthereumWallet()
    expect((await world.linkByScript(user.session.token, wallet)).status).toBe(200)
    const withFactor = async () => {
      const frame = await world.logInAtHome(wallet)
      kit.clock.advance(30_000)
      const proof = await kit.call(api.mfa.totpVerify, { body: { code: codeNow() } }, frame)
      return { ...frame, headers: { 'privy-mfa-token': proof.body.token } }
    }
    kit.clock.advance(60_000)
    expect(await world.restore(user, await withFactor())).toMatchObject(refused)

    kit.clock.advance(7 * day)
    const another = createEthereumWallet()
    const again = await kit.signIn(user.email)
    const asUser = { ...user, session: again }
    const frame = { token: again.token, origin: authOrigin }
    kit.clock.advance(30_000)
    await kit.call(api.mfa.totpVerify, { body: { code: codeNow() } }, frame)
    expect((await world.linkByScript(asUser.session.token, another)).status).toBe(200)
    const home = await world.logInAtHome(another)
    expect(await world.restore(user, home)).toMatchObject({
      body: { code: 'missing_or_invalid_mfa' },
    })
    kit.clock.advance(30_000)
    const proof = await kit.call(api.mfa.totpVerify, { body: { code: codeNow() } }, home)
    const proven = { ...home, headers: { 'privy-mfa-token': proof.body.token } }
    expect((await world.restore(user, proven)).status).toBe(200)
  })
})

describe('P8 V1: a client that lets its user confirm added logins in the wallet frame', () => {
  /** A user with a wallet whose last login was by such a client. */
  async function createConfirming() {
    const user = await world.createUser()
    return { ...user, session: await world.kit.signIn(user.email, { headers: confirming }) }
  }

  test('a script’s link, which sends none of the client’s headers, waits for a press that it can’t make', async () => {
    const { kit } = world
    const user = await createConfirming()
    const thiefs = createEthereumWallet()

    const asked = await world.linkByScript(user.session.token, thiefs)

    expect(asked).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    const given = { body: asked.body.data as { request: string } }
    const { token } = user.session
    // The script has the request, the token and the browser's cookies, and is not on the auth origin.
    const byScript = await kit.call(api.confirmation.confirm, given, { token })
    expect(byScript).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
    const atHome = { token, origin: authOrigin, walletGrant: null } as const
    const byThief = await kit.call(api.confirmation.confirm, given, atHome)
    expect(byThief.body.code).toBe('missing_or_invalid_wallet_grant')
    const login = await kit.call(api.siwe.authenticate, {
      body: { ...(await world.prove(thiefs)), mode: 'no-signup' },
    })
    expect(login.body.code).toBe('user_does_not_exist')
  })

  test('the frame shows the account, adds it once the user has pressed, and gives the call’s answer', async () => {
    const { kit } = world
    const user = await createConfirming()
    const own = createEthereumWallet()
    const asked = await world.linkByScript(user.session.token, own)
    const given = { body: asked.body.data as { request: string } }
    const frame = { token: user.session.token, origin: authOrigin }

    const described = await kit.call(api.confirmation.describe, given, frame)
    expect(described.body.asks).toEqual({
      kind: 'add',
      account: { type: 'wallet', name: own.address },
    })
    const { body } = await kit.call(api.confirmation.confirm, given, frame)

    const { linked_accounts } = body.answer as { linked_accounts: object[] }
    expect(linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'wallet', address: own.address, wallet_client: 'unknown' }),
    )
    expect((await kit.call(api.confirmation.confirm, given, frame)).status).toBe(422)
    // It still waits: a press can be got by deceit.
    expect(await world.restore(user, await world.logInAtHome(own))).toMatchObject(refused)
  })

  test('the wallets that a Farcaster profile names are linked with the account once it is confirmed', async () => {
    const { kit } = world
    const user = await createConfirming()
    const { token } = user.session
    const asBrowser = { token, headers: walletCookieOf(token) }
    const { channel_token } = (await kit.call(api.farcaster.init, { body: {} }, asBrowser)).body
    const issuedAt = new Date(kit.clock.nowMs()).toISOString()
    const nonce = kit.farcaster.nonceOf(channel_token)
    const signed = kit.farcaster.account(4711).sign(nonce, { issuedAt })
    const named = createEthereumWallet().address
    const profile = { username: 'ada', displayName: 'Ada', bio: '', pfpUrl: '' }
    kit.farcaster.approve(channel_token, { ...signed, ...profile, verifications: [named] })
    const headers = { 'farcaster-channel-token': channel_token }
    await kit.call(api.farcaster.status, {}, { headers })
    const asked = await kit.call(
      api.farcaster.link,
      { body: { channel_token, ...signed } },
      asBrowser,
    )
    expect(asked.body.code).toBe('confirmation_required')

    const given = { body: asked.body.data as { request: string } }
    const { body } = await kit.call(api.confirmation.confirm, given, { token, origin: authOrigin })

    const { linked_accounts } = body.answer as { linked_accounts: object[] }
    expect(linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'wallet', address: named }),
    )
  })

  test('a guest’s first account, added by a press, opens the wallet elsewhere at once; one that a script adds does not', async () => {
    const { kit, vault } = world
    const guestOf = async (headers: Record<string, string>) => {
      const body = { guest_credential: randomBytes(32).toString('base64url') }
      const { body: session } = await kit.call(api.guest.authenticate, { body }, { headers })
      const user = await createWallet(kit, asSignedIn(session), vault.publicKey)
      kit.clock.advance(60_000)
      return user
    }
    const [pressing, robbed] = [await guestOf(confirming), await guestOf({})]
    const [own, thiefs] = [createEthereumWallet(), createEthereumWallet()]

    const asked = await world.linkByScript(pressing.session.token, own)
    const given = { body: asked.body.data as { request: string } }
    expect((await kit.call(api.confirmation.confirm, given, pressing.frame)).status).toBe(200)
    expect((await world.restore(pressing, await world.logInAtHome(own))).status).toBe(200)

    expect((await world.linkByScript(robbed.session.token, thiefs)).status).toBe(200)
    expect(await world.restore(robbed, await world.logInAtHome(thiefs))).toMatchObject(refused)
  })

  test('an email address is replaced after a press only', async () => {
    const { kit } = world
    const user = await createConfirming()
    const { token } = user.session
    const newAddress = `thief-of-${user.email}`
    await kit.call(api.email.init, { body: { email: newAddress } }, { token })
    const code = kit.mailbox.codeFor(newAddress)
    const body = { oldAddress: user.email, newAddress, code }
    const asked = await kit.call(api.email.update, { body }, { token })
    expect(asked.body.code).toBe('confirmation_required')
    const given = { body: asked.body.data as { request: string } }
    const frame = { token, origin: authOrigin }
    const described = await kit.call(api.confirmation.describe, given, frame)
    expect(described.body.asks).toEqual({
      kind: 'replace',
      account: { type: 'email', name: newAddress },
    })
    expect((await kit.call(api.user.me, {}, { token })).body.user.linked_accounts[0]).toMatchObject(
      {
        address: user.email,
      },
    )
    expect((await kit.call(api.confirmation.confirm, given, frame)).status).toBe(200)
  })

  test('a user without a wallet is not asked; a request is over after ten minutes', async () => {
    const { kit } = world
    const session = await kit.signIn('no-wallet@example.com', { headers: confirming })
    const asUser = { token: session.token, headers: walletCookieOf(session.token) }
    const body = await world.prove(createEthereumWallet(), asUser)
    expect((await kit.call(api.siwe.link, { body }, asUser)).status).toBe(200)

    const user = await createConfirming()
    const asked = await world.linkByScript(user.session.token, createEthereumWallet())
    const given = { body: asked.body.data as { request: string } }
    kit.clock.advance(10 * 60_000)
    const frame = { token: user.session.token, origin: authOrigin }
    expect((await kit.call(api.confirmation.confirm, given, frame)).status).toBe(422)
  })
})
