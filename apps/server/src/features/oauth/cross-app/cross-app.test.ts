import { createHash, randomBytes } from 'node:crypto'
import { api, type CrossAppSettings, crossAppProviderPrefix } from '@sallyport/contract'
import { authOrigin, createInhabitant, createKitWithVault, type SignedIn } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { columnsToSweep, sweepColumn } from '../../../testing/sweep-row.js'

const page = 'http://localhost:4402/wallet'
const shopOrigin = 'http://localhost:4500'
const siteOrigin = 'https://site.example'
const none: CrossAppSettings = {
  providers: [],
  page_url: null,
  requesters: [],
  requester_sites: [],
}
const requester_public_key = Buffer.alloc(33, 2).toString('base64')
const day = 86_400_000

let world: Awaited<ReturnType<typeof createKitWithVault>>
/** A user of the provider, with a wallet. */
let ada: Awaited<ReturnType<typeof createInhabitant>>
let shop: { appId: string; appSecret: string }
beforeAll(async () => {
  world = await createKitWithVault({ app: { name: 'Purse' } })
  const { kit, vault } = world
  ada = await createInhabitant(kit, { email: 'ada@example.com', vaultPublicKey: vault.publicKey })
  const settings = { allowed_domains: [shopOrigin] }
  shop = await kit.addApp({ name: 'Shop', settings })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.kit.clock.advance(day)
  ada = { ...ada, session: await world.kit.signIn('ada@example.com') }
  await connect({})
})

/** Sets both apps up to know each other. */
async function connect({ readOnly = false, sites = [] as CrossAppSettings['requester_sites'] }) {
  const { kit } = world
  const requesters = [{ app_id: shop.appId, read_only: readOnly }]
  await change(kit, { ...none, page_url: page, requesters, requester_sites: sites })
  await change(shop, { ...none, providers: [{ app_id: kit.appId, read_only: false }] })
}
async function change(
  { appId, appSecret: secret }: { appId: string; appSecret: string },
  cross_app: CrossAppSettings,
) {
  const caller = { appId, secret }
  const { status } = await world.kit.call(api.adminApp.update, { body: { cross_app } }, caller)
  expect(status).toBe(200)
}

const atShop = (more: object = {}) => ({ appId: shop.appId, origin: shopOrigin, ...more })
const asAda = () => ({ token: ada.session.token })

/** Starts a login at the shop with an account of the provider. */
async function start(options: object = {}) {
  const verifier = randomBytes(36).toString('base64url')
  const state_code = randomBytes(36).toString('base64url')
  const { status, body } = await world.kit.call(
    api.oauth.init,
    {
      body: {
        provider: `${crossAppProviderPrefix}${world.kit.appId}`,
        redirect_to: `${shopOrigin}/after`,
        state_code,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      },
    },
    atShop(options),
  )
  const state = new URLSearchParams(
    body.url === undefined ? '' : new URL(body.url).hash.slice(1),
  ).get('state')
  return { status, body, verifier, state_code, state: state ?? '' }
}
type Started = Awaited<ReturnType<typeof start>>

/** Asks, and presses in the wallet frame. */
async function approve(state: string, token = ada.session.token) {
  const asked = await world.kit.call(api.crossApp.authorize, { body: { state } }, { token })
  return confirm<{ code: string; redirect_to: string }>(asked, token)
}
async function confirm<T>(
  { status, body }: { status: number; body: object },
  token = ada.session.token,
): Promise<{ status: number; body: T & { code: string } }> {
  const { code, data }: { code?: string; data?: { request: string } } = body
  if (code !== 'confirmation_required' || !data) {
    return { status, body: body as T & { code: string } }
  }
  const frame = { token, origin: authOrigin }
  const confirmed = await world.kit.call(api.confirmation.confirm, { body: data }, frame)
  const { answer } = confirmed.body
  return { status: confirmed.status, body: (answer ?? confirmed.body) as T & { code: string } }
}
const redeem = (code: string, { verifier: code_verifier, state_code }: Started) =>
  world.kit.call(
    api.oauth.authenticate,
    { body: { authorization_code: code, state_code, code_verifier } },
    atShop(),
  )

/** A whole login; the session at the shop, and the token for requests. */
async function login() {
  const started = await start()
  const { body } = await approve(started.state)
  const session = await redeem(body.code, started)
  return { session: session.body as SignedIn, token: session.body.oauth_tokens?.access_token ?? '' }
}
const open = (token: string, callback_url = `${shopOrigin}/wallet`) =>
  world.kit.call(api.crossApp.openRequest, { body: { token, callback_url } }, asAda())
async function addressOfAda() {
  const { body } = await world.kit.call(api.user.me, {}, asAda())
  const wallets = body.user.linked_accounts.flatMap((each) =>
    each.type === 'wallet' && each.chain_type === 'ethereum' ? [each.address] : [],
  )
  return String(wallets[0])
}

describe('P5 V4: the row of a grant', () => {
  test.each(columnsToSweep('cross_app_grant'))(
    'a changed %s is refused (%s)',
    async (column, rule) => {
      const { token } = await login()
      await sweepColumn(
        world.kit,
        { table: 'cross_app_grant', column, rule },
        { row: sql`app_id = ${world.kit.appId}`, use: async () => (await open(token)).status },
      )
    },
  )
})

describe('login with the account of another app', () => {
  test('the user approves on the page of the provider, and the requester learns the addresses', async () => {
    const started = await start()
    expect(started.body.url?.startsWith(`${page}#sallyport-cross-app=login&state=`)).toBe(true)
    const { state } = started
    const described = await world.kit.call(api.crossApp.describeLogin, { body: { state } }, asAda())
    expect(described.body.requester).toMatchObject({ name: 'Shop', origin: shopOrigin })

    const { body } = await approve(state)
    const back = new URL(body.redirect_to)
    expect(back.origin + back.pathname).toBe(`${shopOrigin}/after`)
    expect(back.searchParams.get('privy_oauth_state')).toBe(started.state_code)
    const session = await redeem(String(back.searchParams.get('privy_oauth_code')), started)

    expect(session.body.user?.linked_accounts).toMatchObject([
      {
        type: 'cross_app',
        subject: ada.session.user.id,
        provider_app_id: world.kit.appId,
        provider_app_name: (
          await world.kit.call(api.adminApp.get, {}, { secret: world.kit.appSecret })
        ).body.name,
        embedded_wallets: [{ address: await addressOfAda() }],
        smart_wallets: [],
      },
    ])
    expect(session.body.oauth_tokens?.provider).toBe(`privy:${world.kit.appId}`)
    const again = await login()
    expect(again.session.user.id).toBe(session.body.user?.id)
  })

  test('P1 P2 V2: who has an access token of the provider gets no login at the requester', async () => {
    const { kit } = world
    const { state } = await start()
    const { token } = ada.session
    const thief = { token, walletGrant: null } as const
    const noGrant = { status: 401, body: { code: 'missing_or_invalid_wallet_grant' } }
    const steal = () => kit.call(api.crossApp.authorize, { body: { state } }, thief)
    expect(await steal()).toMatchObject(noGrant)
    // P2: a copied refresh token makes a session that has no grant either.
    const given = { body: { refresh_token: ada.session.refresh_token } }
    const copied = await kit.call(api.session.refresh, given)
    const elsewhere = { token: copied.body.token ?? '', walletGrant: null } as const
    const body = { state }
    expect(await kit.call(api.crossApp.authorize, { body }, elsewhere)).toMatchObject(noGrant)
    const site = { requester_origin: siteOrigin, requester_public_key, address: 'any' }
    expect(await kit.call(api.crossApp.connectSite, { body: site }, thief)).toMatchObject(noGrant)

    kit.clock.advance(8 * 60_000)
    const { state: late } = await start()
    kit.clock.advance(8 * 60_000)
    expect((await approve(late)).body.code).toBe('login_too_old')
    ada = { ...ada, session: await kit.signIn('ada@example.com') }
    // Without a press in the wallet frame there is no code, and the request is for this session alone, once.
    const asked = await kit.call(api.crossApp.authorize, { body: { state: late } }, asAda())
    expect(asked).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    expect(Object.keys(asked.body.data ?? {})).toEqual(['request'])
    const { request = '' } = (asked.body.data ?? {}) as { request?: string }
    const pending = { body: { request } }
    const described = await kit.call(api.confirmation.describe, pending, {
      ...asAda(),
      origin: authOrigin,
    })
    expect(described.body.asks).toMatchObject({
      kind: 'share',
      requester: { name: 'Shop', origin: shopOrigin },
    })
    expect((await kit.call(api.confirmation.confirm, pending, asAda())).status).toBe(403)
    const session = await kit.signIn('ada@example.com')
    const another = { token: session.token, origin: authOrigin }
    expect((await kit.call(api.confirmation.confirm, pending, another)).status).toBe(422)
    expect((await confirm(asked)).status).toBe(200)
    expect((await confirm(asked)).status).toBe(422)
  })

  test('P2: a press later than 15 minutes after the login is refused, whenever it was asked for', async () => {
    world.kit.clock.advance(12 * 60_000)
    const { state } = await start()
    const asked = await world.kit.call(api.crossApp.authorize, { body: { state } }, asAda())
    world.kit.clock.advance(4 * 60_000)
    expect((await confirm(asked)).body.code).toBe('login_too_old')
  })
  test('an approval works once', async () => {
    const { state } = await start()
    await approve(state)
    expect((await approve(state)).body.code).toBe('oauth_state_mismatch')
  })

  test('a refusal returns to the requester with the mark of it', async () => {
    const { state } = await start()
    const { body } = await world.kit.call(api.crossApp.refuse, { body: { state } }, asAda())
    expect(new URL(body.redirect_to).searchParams.get('privy_oauth_code')).toBe('undefined')
    expect((await approve(state)).body.code).toBe('oauth_state_mismatch')
  })

  test('a signed-in user of the requester links the account and unlinks it; the provider’s user is told', async () => {
    const { kit } = world
    const cleo = await kit.signIn('cleo@example.com')
    const buyer = await kit.signIn('buyer@example.com', atShop())
    const asBuyer = atShop({ token: buyer.token })
    const { state, state_code, verifier: code_verifier } = await start({ token: buyer.token })
    const approved = await approve(state, cleo.token)
    const body = { authorization_code: approved.body.code, state_code, code_verifier }
    const linked = await kit.call(api.oauth.link, { body }, asBuyer)
    const subject = cleo.user.id
    expect(linked.body.linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'cross_app', subject, embedded_wallets: [] }),
    )
    await kit.deliverNotices()
    expect(JSON.stringify(kit.mailbox)).toContain('connected to another app')

    const provider = `${crossAppProviderPrefix}${kit.appId}` as const
    const unlinked = await kit.call(api.oauth.unlink, { body: { provider, subject } }, asBuyer)
    expect(unlinked.body.linked_accounts).toHaveLength(1)
  })

  test('OAU-18: an account that another user has is offered for a transfer, which moves it once', async () => {
    const { kit } = world
    const dora = await kit.signIn('dora@example.com')
    const approveAs = async (token: string | undefined) => {
      const started = await start(token === undefined ? {} : { token })
      const { body: approved } = await approve(started.state, dora.token)
      return { ...started, code: approved.code }
    }
    const first = await approveAs(undefined)
    const before = (await redeem(first.code, first)).body.user?.id
    const receiver = await kit.signIn('receiver@example.com', atShop())
    const asReceiver = atShop({ token: receiver.token })
    const { code, state_code, verifier: code_verifier } = await approveAs(receiver.token)
    const link = { authorization_code: code, state_code, code_verifier }
    const refused = await kit.call(api.oauth.link, { body: link }, asReceiver)
    expect(refused.body.code).toBe('account_transfer_required')
    const { nonce, otherUser, subject } = Object(refused.body.data)
    expect([subject, otherUser]).toEqual([
      dora.user.id,
      {
        embeddedWalletAddress: null,
        oAuthUserInfo: {
          subject: dora.user.id,
          meta: { providerAppId: kit.appId },
          embeddedWalletAddresses: [],
          smartWalletAddresses: [],
        },
      },
    ])
    const transfer = (as: object, userInfo: object = otherUser.oAuthUserInfo) =>
      kit.call(api.oauth.transfer, { body: { nonce, userInfo } } as never, as)

    const moved = await transfer(asReceiver)
    expect(moved.body.id).toBe(receiver.user.id)
    expect(moved.body.linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'cross_app', subject: dora.user.id }),
    )
    const third = await approveAs(undefined)
    const after = (await redeem(third.code, third)).body.user?.id
    expect(after).toBe(receiver.user.id)
    expect(after).not.toBe(before)
    expect((await transfer(asReceiver)).status).toBe(422)
  })

  test.each([
    ['the provider does not list the requester', { ...none, page_url: page }],
    ['the provider has no page', { ...none, requesters: [] }],
  ])('XAP-01: not permitted: %s', async (_name, settings) => {
    await change(world.kit, settings)
    const { status, body } = await start()
    expect([status, body.code]).toEqual([403, 'cross_app_connection_not_allowed'])
  })

  test('V15: a connection names the origin whose pages answer requests', async () => {
    const asked = { params: { app_id: shop.appId } }
    const { body } = await world.kit.call(api.crossApp.connections, asked, atShop())
    const origins = body.connections.map((each) => each.provider_app_answer_origins)
    expect(origins).toEqual([[new URL(page).origin]])
  })

  test('XAP-01: not permitted: the requester does not list the provider', async () => {
    await change(shop, none)
    expect((await start()).body.code).toBe('cross_app_connection_not_allowed')
    const connections = await world.kit.call(
      api.crossApp.connections,
      { params: { app_id: shop.appId } },
      atShop(),
    )
    expect(connections.body.connections).toEqual([])
  })

  test('a state of another provider’s login, or none, is refused', async () => {
    const other = await world.kit.addApp({ name: 'Other' })
    const stranger = await world.kit.signIn('eve@example.com', { appId: other.appId })
    const { state } = await start()
    const { body } = await world.kit.call(
      api.crossApp.authorize,
      { body: { state } },
      { appId: other.appId, token: stranger.token },
    )
    expect(body.code).toBe('oauth_state_mismatch')
    expect((await approve('x'.repeat(43))).body.code).toBe('oauth_state_mismatch')
  })
})

describe('requests of the other app', () => {
  test('name the requester and the wallets; the answer goes to its own pages only', async () => {
    const { token } = await login()
    const { body } = await open(token)
    expect(body.requester).toEqual({
      app_id: shop.appId,
      name: 'Shop',
      icon_url: null,
      origin: shopOrigin,
      read_only: false,
    })
    expect(body.addresses).toEqual([await addressOfAda()])
    const stolen = await open(token, 'https://thief.example/')
    expect(stolen.body.code).toBe('cross_app_connection_not_allowed')
  })

  test('XAP-02: a read-only connection gives no token, and one from before opens nothing', async () => {
    const { token } = await login()
    await connect({ readOnly: true })
    expect((await open(token)).body.code).toBe('cross_app_connection_not_allowed')
    const after = await login()
    expect(after.token).toBe('')
  })

  test('XAP-05: the token does not work as a session of the provider, nor a session as a token', async () => {
    const { token } = await login()
    const me = await world.kit.call(api.user.me, {}, { token })
    expect([me.status, me.body.code]).toEqual([401, 'missing_or_invalid_token'])
    expect((await open(ada.session.token)).body.code).toBe('cross_app_connection_not_allowed')
    const atRequester = await world.kit.call(api.user.me, {}, atShop({ token }))
    expect(atRequester.status).toBe(401)
  })

  test('XAP-06: a connection that the user has ended is refused at once', async () => {
    const { token } = await login()
    expect((await open(token)).status).toBe(200)
    const { body } = await world.kit.call(api.crossApp.grants, {}, asAda())
    const id = String(body.grants.find(({ requester }) => requester.app_id === shop.appId)?.id)
    await world.kit.call(api.crossApp.revoke, { body: { id } }, asAda())
    expect((await open(token)).body.code).toBe('cross_app_connection_not_allowed')
    const verified = await world.kit.call(api.crossApp.verify, { body: { prat: token } }, atShop())
    expect(verified.body).toEqual({ verified: false })
    // A new approval gives a new token and does not bring the earlier one back.
    await login()
    expect((await open(token)).body.code).toBe('cross_app_connection_not_allowed')
  })

  test('a token of another user, or after its time, is refused', async () => {
    const { token } = await login()
    const bob = await world.kit.signIn('bob@example.com')
    const asked = await world.kit.call(
      api.crossApp.openRequest,
      { body: { token, callback_url: shopOrigin } },
      { token: bob.token },
    )
    expect(asked.body.code).toBe('cross_app_connection_not_allowed')
    world.kit.clock.advance(30 * day + 10_000)
    ada = { ...ada, session: await world.kit.signIn('ada@example.com') }
    expect((await open(token)).body.code).toBe('cross_app_connection_not_allowed')
  })

  test('a token verifies for the two apps it is of', async () => {
    const { token } = await login()
    const other = await world.kit.addApp({ name: 'Other' })
    const verify = async (caller: object) =>
      (await world.kit.call(api.crossApp.verify, { body: { prat: token } }, caller)).body.verified
    expect(await verify({})).toBe(true)
    expect(await verify(atShop())).toBe(true)
    expect(await verify({ appId: other.appId })).toBe(false)
  })
})

describe('sites that use the wagmi connector', () => {
  const site = { requester_origin: siteOrigin, requester_public_key }
  const connectSite = async (more: object = {}) => {
    const body = { ...site, address: await addressOfAda(), ...more }
    const asked = await world.kit.call(api.crossApp.connectSite, { body }, asAda())
    return confirm<{ expires_at: number }>(asked)
  }
  const openSite = (more: object = {}) =>
    world.kit.call(api.crossApp.openRequest, { body: { ...site, ...more } }, asAda())

  test('a listed site is connected to one wallet and may ask for its signatures', async () => {
    await connect({ sites: [{ origin: siteOrigin, name: 'A site', read_only: false }] })
    const { body } = await connectSite()
    expect(body.expires_at).toBe(world.kit.clock.nowMs() + 30 * day)
    const opened = await openSite()
    expect(opened.body).toMatchObject({
      requester: { app_id: null, name: 'A site', origin: siteOrigin },
      addresses: [await addressOfAda()],
    })
  })

  test('XAP-01: a site that is not listed, another origin, and an address of another user are refused', async () => {
    expect((await connectSite()).body.code).toBe('cross_app_connection_not_allowed')
    await connect({ sites: [{ origin: siteOrigin, name: 'A site', read_only: false }] })
    const foreign = await connectSite({ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })
    expect(foreign.body.code).toBe('cross_app_connection_not_allowed')
    await connectSite()
    const posing = await openSite({ requester_origin: 'https://thief.example' })
    expect(posing.body.code).toBe('cross_app_connection_not_allowed')
  })

  test('XAP-02: a read-only site may not ask for signatures', async () => {
    await connect({ sites: [{ origin: siteOrigin, name: 'A site', read_only: true }] })
    await connectSite()
    expect((await openSite()).body.code).toBe('cross_app_connection_not_allowed')
  })

  test('any site may read what the app is called, and where its pages are', async () => {
    const { status, body, headers } = await world.kit.call(
      api.crossApp.details,
      { params: { app_id: world.kit.appId } },
      { appId: null, origin: siteOrigin },
    )
    expect([status, body]).toEqual([
      200,
      { name: 'Purse', icon_url: null, custom_api_url: 'http://localhost:4400' },
    ])
    expect(headers['access-control-allow-origin']).toBe(siteOrigin)
  })
})

describe('the paths of the auth origin', () => {
  const visit = (url: string, headers: Record<string, string> = {}) =>
    world.kit.server.inject({ method: 'GET', url, headers })

  test('lead a popup on to the page of the provider, with what was asked for in the fragment', async () => {
    const query = new URLSearchParams({
      provider_app_id: world.kit.appId,
      requester_public_key,
      requester_origin: siteOrigin,
      smart_wallet_mode: 'false',
      connect: 'true',
    })
    const { statusCode, headers } = await visit(`/cross-app/connect?${query}`)
    expect(statusCode).toBe(303)
    const url = new URL(String(headers.location))
    expect(url.href.startsWith(`${page}#`)).toBe(true)
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      'sallyport-cross-app': 'connect',
      requester_public_key,
      requester_origin: siteOrigin,
      smart_wallet_mode: 'false',
    })
  })

  test('refuse to be framed, an unknown app, and a token that the app never gave', async () => {
    const connectUrl = `/cross-app/connect?provider_app_id=${world.kit.appId}`
    expect((await visit(connectUrl, { 'sec-fetch-dest': 'iframe' })).statusCode).toBe(403)
    expect((await visit(`/cross-app/transact?provider_app_id=${'x'.repeat(25)}`)).statusCode).toBe(
      404,
    )
    const { token } = await login()
    const good = await visit(`/oauth/transact?token=${token}&request=%7B%7D`)
    expect(good.statusCode).toBe(303)
    expect(String(good.headers.location)).toContain('sallyport-cross-app=request')
    const [head, body] = token.split('.')
    const forged = await visit(
      `/oauth/transact?token=${head}.${body}.${'A'.repeat(86)}&request=%7B%7D`,
    )
    expect(forged.statusCode).toBe(403)
  })
})
