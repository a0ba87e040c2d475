import { api, embeddedChains } from '@sallyport/contract'
import {
  createEthereumWallet,
  createSolanaWallet,
  createTestKit,
  type SignedIn,
  type TestKit,
  type TestWallet,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings: { wallet_auth: true, solana_wallet_auth: true } } })
})
afterAll(() => kit.close())

let users = 0
const newUser = (appId = kit.appId): Promise<SignedIn> =>
  kit.signIn(`user-${++users}@example.com`, { appId })
type Caller = { token?: string; appId?: string }
const now = () => new Date(kit.clock.nowMs()).toISOString()
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code

/** The calls of each chain. */
const chains = {
  siwe: {
    create: () => createEthereumWallet(),
    account: { chain_type: 'ethereum', chain_id: 'eip155:1' },
    sign: async ({ address, sign }: TestWallet, caller: Caller) => {
      const { body } = await kit.call(api.siwe.init, { body: { address } }, caller)
      const { nonce } = body
      const message = writeLoginMessage({ chain: 'Ethereum', address, nonce, issuedAt: now() })
      return { message, signature: sign(message), walletClientType: 'metamask' }
    },
    routes: api.siwe,
  },
  siws: {
    create: () => createSolanaWallet(),
    account: { chain_type: 'solana' },
    sign: async ({ address, sign }: TestWallet, caller: Caller) => {
      const { body } = await kit.call(api.siws.init, { body: { address } }, caller)
      const { nonce } = body
      const message = writeLoginMessage({ chain: 'Solana', address, nonce, issuedAt: now() })
      return { message, signature: sign(message), walletClientType: 'phantom' }
    },
    routes: api.siws,
  },
} as const

describe.each(Object.entries(chains))('wallets of a user by %s', (_name, chain) => {
  const { create, account, sign } = chain
  // Both groups have the same calls with the same shapes here.
  const routes = chain.routes as typeof api.siwe
  const link = async (wallet: TestWallet, caller: Caller) =>
    kit.call(routes.link, { body: await sign(wallet, caller) }, caller)
  const logIn = async (wallet: TestWallet, caller: Caller = {}) =>
    kit.call(routes.authenticate, { body: await sign(wallet, caller) }, caller)
  const unlink = ({ address }: TestWallet, caller: Caller) =>
    kit.call(routes.unlink, { body: { address } }, caller)
  const transfer = ({ address }: TestWallet, nonce: unknown, caller: Caller) =>
    kit.call(routes.transfer, { body: { nonce: String(nonce), address } }, caller)

  test('a user links a wallet, logs in by it, and unlinks it', async () => {
    const ada = await newUser()
    const wallet = create()
    const linked = await link(wallet, ada)
    expect(linked.body.linked_accounts).toMatchObject([
      { type: 'email' },
      { type: 'wallet', address: wallet.address, wallet_client: 'unknown', ...account },
    ])
    expect((await logIn(wallet)).body.user?.id).toBe(ada.user.id)

    const unlinked = await unlink(wallet, ada)
    expect(unlinked.body.linked_accounts).toMatchObject([{ type: 'email' }])
    expect((await logIn(wallet)).body.is_new_user).toBe(true)
  })

  test('error: a proof counts once, for a login or a link', async () => {
    const ada = await newUser()
    const wallet = create()
    const body = await sign(wallet, ada)
    expect(codeOf(await kit.call(routes.link, { body }, ada))).toBe('ok')
    expect(codeOf(await kit.call(routes.link, { body }, ada))).toBe('invalid_credentials')
    expect(codeOf(await kit.call(routes.authenticate, { body }))).toBe('invalid_credentials')
  })

  test('the wallet of a user with nothing else moves to the user who proves it', async () => {
    const wallet = create()
    const other = await logIn(wallet)
    const ada = await newUser()
    const asked = await link(wallet, ada)
    expect([asked.status, asked.body.code]).toEqual([400, 'account_transfer_required'])
    expect(asked.body.data).toMatchObject({
      nonce: expect.any(String),
      account: { type: 'wallet', displayName: wallet.address },
      otherUser: { embeddedWalletAddress: null },
    })
    const nonce = asked.body.data?.nonce
    expect(codeOf(await transfer(wallet, nonce, await newUser()))).toBe('invalid_credentials')
    const moved = await transfer(wallet, nonce, ada)
    expect(moved.body.linked_accounts).toMatchObject([
      { type: 'wallet', address: wallet.address, ...account },
      { type: 'email' },
    ])
    expect((await kit.call(api.user.me, {}, { token: String(other.body.token) })).status).toBe(401)
    expect((await logIn(wallet)).body.user?.id).toBe(ada.user.id)
  })

  test('error: the wallet of a user with other accounts stays', async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const wallet = create()
    await link(wallet, bob)
    expect(codeOf(await link(wallet, ada))).toBe('linked_to_another_user')
  })

  /** Gives a user a wallet as the app creates them. */
  const embed = async ({ user }: SignedIn, { address }: TestWallet) => {
    const { chain_type } = account
    const nowMs = kit.clock.nowMs()
    await kit.db
      .insertInto('linked_account')
      .values({
        app_id: kit.appId,
        user_id: user.id.split(':').at(-1) ?? '',
        type: 'wallet',
        key: `${chain_type}:${embeddedChains[chain_type].addressKey(address)}`,
        data: JSON.stringify({ address, chain_type, wallet_client: 'privy' }),
        first_verified_at: nowMs,
        latest_verified_at: nowMs,
      })
      .execute()
  }
  const walletRows = () =>
    kit.db.selectFrom('linked_account').selectAll().where('type', '=', 'wallet').execute()

  test('error: an embedded wallet neither logs in, nor signs up, nor is linked, and its account stays as it is', async () => {
    const ada = await newUser()
    const wallet = create()
    await embed(ada, wallet)
    const before = await walletRows()
    kit.clock.advance(1000)
    const signUp = await logIn(wallet)
    expect([signUp.status, codeOf(signUp)]).toEqual([400, 'invalid_data'])
    const body = { ...(await sign(wallet, {})), mode: 'no-signup' } as const
    const noSignUp = await kit.call(routes.authenticate, { body })
    expect(codeOf(noSignUp)).toBe('user_does_not_exist')
    expect(codeOf(await link(wallet, ada))).toBe('cannot_link_more_of_type')
    expect(codeOf(await link(wallet, await newUser()))).toBe('linked_to_another_user')
    expect(await walletRows()).toEqual(before)
  })

  test('error: the only account, a wallet of another user, an unknown one', async () => {
    const wallet = create()
    const { body } = await logIn(wallet)
    const own = { token: String(body.token) }
    expect(codeOf(await unlink(wallet, own))).toBe('cannot_unlink_sole_account')
    const ada = await newUser()
    expect(codeOf(await unlink(wallet, ada))).toBe('linked_account_not_found')
    expect(codeOf(await unlink(create(), ada))).toBe('linked_account_not_found')
  })

  test('SWE-18: of 20 links at once an app with a limit of 3 wallets takes 3', async () => {
    const { appId } = await kit.addApp({
      settings: { wallet_auth: true, solana_wallet_auth: true, max_linked_wallets_per_user: 3 },
    })
    const ada = { ...(await newUser(appId)), appId }
    const wallets = Array.from({ length: 20 }, create)
    const bodies = await Promise.all(wallets.map((wallet) => sign(wallet, { appId })))
    const answers = await Promise.all(bodies.map((body) => kit.call(routes.link, { body }, ada)))
    const codes = answers.map(codeOf).sort()
    expect(codes).toEqual([...Array(17).fill('cannot_link_more_of_type'), 'ok', 'ok', 'ok'])
  })

  test('error: the method is off', async () => {
    const { appId } = await kit.addApp()
    const ada = { ...(await newUser(appId)), appId }
    const { message, signature } = await sign(create(), {})
    const body = { message, signature }
    expect(['invalid_credentials', 'disallowed_login_method']).toContain(
      codeOf(await kit.call(routes.link, { body }, ada)),
    )
  })
})

test('an Ethereum address is unlinked in any spelling', async () => {
  const ada = await newUser()
  const wallet = createEthereumWallet()
  const body = await chains.siwe.sign(wallet, ada)
  await kit.call(api.siwe.link, { body }, ada)
  const address = wallet.address.toLowerCase()
  expect(codeOf(await kit.call(api.siwe.unlink, { body: { address } }, ada))).toBe('ok')
})

test('error: smart wallets are not enabled', async () => {
  const ada = await newUser()
  const { message, signature } = await chains.siwe.sign(createEthereumWallet(), ada)
  const body = { message, signature, smart_wallet_type: 'safe' } as const
  expect(await kit.call(api.siwe.linkSmartWallet, { body }, ada)).toMatchObject({
    status: 403,
    body: { code: 'feature_not_enabled' },
  })
})
