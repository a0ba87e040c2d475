import { randomBytes } from 'node:crypto'
import { addAccountMessage, api, headers, walletCallMessage } from '@sallyport/contract'
import {
  type Answer,
  authOrigin,
  type CallOptions,
  createBody,
  createHostileWorld,
  createTestDevice,
  dumpTables,
  type HostileWorld,
  newWalletKey,
  recoverBody,
  registerWalletKey,
  type SignedIn,
  walletCookieOf,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletCookies } from '../http/wallet-cookie.js'

let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

const routes = api.embeddedWallet
const refused = { status: 401, body: { code: 'missing_or_invalid_wallet_grant' } }
const cookieOf = (answer: Pick<Answer<unknown>, 'headers'>) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((each) => each.startsWith('__Host-sallyport-wallet-'))

/** Logs an address in and gives the whole answer. */
async function logIn(email: string, options: CallOptions = {}) {
  const { kit } = world
  await kit.call(api.email.init, { body: { email } }, options)
  const body = { email, code: kit.mailbox.codeFor(email) }
  return kit.call(api.email.authenticate, { body }, options)
}

/** Every call of the wallet frame with Ada's own bodies. */
async function callEach(options: CallOptions) {
  const { kit, ada } = world
  const named = Object.entries(routes) as [keyof typeof routes, (typeof routes)['create']][]
  const answers = []
  for (const [name, route] of named) {
    const input = { params: ada.params, body: ada.bodies[name] ?? {} }
    // Each route gets the body that was made for it.
    const { status, body } = await kit.call(route, input as never, options)
    answers.push([name, status, body.code])
  }
  return answers
}
const eachRefused = Object.keys(routes).map((name) => [name, 401, refused.body.code])

describe('P1 T-01: who has every token of the app, but not the browser that logged in', () => {
  test('gets nothing from any call of the frame, and changes nothing', async () => {
    const { kit, ada } = world
    const before = await dumpTables(kit.db)
    const token = ada.session.token
    const { identity_token: identity = '' } = ada.session
    const everything = [`privy-token=${token}`, `privy-id-token=${identity}`].join('; ')
    const forged = {
      headers: { cookie: everything, 'sec-fetch-site': 'same-origin' },
      walletGrant: null,
    } as const

    expect(await callEach({ token, origin: authOrigin, ...forged })).toEqual(eachRefused)
    expect(await callEach({ token, origin: null, ...forged })).toEqual(eachRefused)

    expect(await dumpTables(kit.db)).toBe(before)
  })

  test('plants no wallet for a user who has none', async () => {
    const { kit, newcomer, vaultPublicKey } = world
    const { appId, apiPublicKey } = kit
    const thiefs = await createTestDevice({ appId, userId: newcomer.user.id, apiPublicKey })
    const body = await createBody(thiefs, vaultPublicKey)
    const thief = { token: newcomer.token, origin: authOrigin, walletGrant: null } as const

    expect(await kit.call(routes.create, { body }, thief)).toMatchObject(refused)

    // Nothing else was wrong with the call.
    const browser = { token: newcomer.token, origin: authOrigin }
    expect((await kit.call(routes.create, { body }, browser)).body).toMatchObject({
      state: 'stored',
    })
  })

  test('has no use for the grant of another session, user or app, or for two', async () => {
    const { kit, ada, eve, newcomer, other } = world
    const own = cookieOf(await logIn(ada.email))[0]?.split(';')[0] ?? ''
    const [, hers = ''] = own.split('=')
    const [, foreign = ''] = (cookieOf(await logIn('bob@example.com', other))[0] ?? '').split(
      /[=;]/,
    )
    const sid = sessionOf(ada.session)
    for (const value of [hers, foreign, sessionOf(eve.session), newcomer.token, '', 'AAAA']) {
      const cookie = `__Host-sallyport-wallet-${sid}=${value}`
      const thief = { token: ada.session.token, origin: authOrigin, headers: { cookie } }
      expect(await kit.call(routes.list, {}, thief)).toMatchObject(refused)
    }
    const right = await kit.call(routes.list, {}, ada.frame)
    expect(right.status).toBe(200)
  })
})

describe('P1: who has an access token and adds an account to log in by', () => {
  const flowOf = (answer: Pick<Answer<unknown>, 'headers'>) =>
    String([answer.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? ''
  let serial = 170
  /** Without the grant, unless `options` present it. */
  const link = async (token: string, given: CallOptions) => {
    const { kit } = world
    const options = { ...given, walletGrant: null } as const
    const phoneNumber = `+12015550${serial++}`
    await kit.call(api.sms.init, { body: { phoneNumber } }, { token, ...options })
    const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
    const answer = await kit.call(api.sms.link, { body }, { token, ...options })
    return [answer.status, answer.body.code]
  }
  const linked = [200, undefined]
  const thief = [401, 'missing_or_invalid_wallet_grant']

  test('adds none one second after a login in a browser that keeps cookies; that browser does', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const email = 'keeps-cookies@example.com'
    const cookie = flowOf(await kit.call(api.email.init, { body: { email } }, { appId }))
    const body = { email, code: kit.mailbox.codeFor(email) }
    const login = await kit.call(api.email.authenticate, { body }, { appId, headers: { cookie } })
    const session = { token: login.body.token ?? '', refresh_token: login.body.refresh_token }
    kit.clock.advance(1000)

    expect(await link(session.token, { appId })).toEqual(thief)
    const thiefs = { cookie: `${cookie}; privy-token=${session.token}` }
    expect(await link(session.token, { appId, headers: thiefs })).toEqual(thief)
    // P2: a copied refresh token gives no session that may, and neither does a fork of it.
    const given = { body: { refresh_token: session.refresh_token } }
    const forked = await kit.call(api.session.fork, given, { appId, token: session.token })
    const own = { body: { refresh_token: forked.body.new_session_refresh_token } }
    const fork = await kit.call(api.session.recover, own, { appId })
    expect(await link(forked.body.token ?? '', { appId })).toEqual(thief)
    expect(await link(fork.body.token ?? '', { appId })).toEqual(thief)

    kit.clock.advance(16 * 60_000)
    const headersOfPage = walletCookieOf(session.token)
    expect(await link(session.token, { appId, headers: headersOfPage })).toEqual(linked)
  })

  test('adds none where the wallet frame has the grant; its proof for the page does, and opens no wallet', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const [frame, other] = [newWalletKey(), newWalletKey()]
    const named = { [headers.walletKey]: await registerWalletKey(kit, appId, frame) }
    const login = await logIn('bound-linking@example.com', { appId, headers: named })
    const { token: given, wallet_grant: grant = '' } = login.body
    const token = given ?? ''
    const prove = (message: string, key = frame) => ({
      appId,
      headers: { [headers.walletGrant]: [grant, key.publicKey, key.sign(message)].join('.') },
    })

    expect(await link(token, { appId })).toEqual(thief)
    expect(await link(token, prove(addAccountMessage(appId, `${token}x`)))).toEqual(thief)
    expect(await link(token, prove(addAccountMessage(appId, token), other))).toEqual(thief)
    expect(await link(token, prove(walletCallMessage(appId, token)))).toEqual(thief)
    const proof = prove(addAccountMessage(appId, token))
    const opening = await kit.call(routes.list, {}, { ...proof, token, origin: authOrigin })
    expect(opening).toMatchObject(refused)
    expect(await link(token, proof)).toEqual(linked)
  })

  test('adds one for 15 minutes only where the login has shown no way to present a grant', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const token = String((await logIn('no-cookies@example.com', { appId })).body.token)

    kit.clock.advance(15 * 60_000)
    expect(await link(token, { appId })).toEqual(linked)

    kit.clock.advance(1)
    expect(await link(token, { appId })).toEqual([401, 'login_too_old'])
  })

  test('V7: adds none once a call of the wallet frame has presented the grant; that browser does', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true, guest_auth: true } })
    // Without cookies of ours, as guests of public clients, own logins and Telegram's begin.
    const body = { guest_credential: randomBytes(32).toString('base64url') }
    const guest = await kit.call(api.guest.authenticate, { body }, { appId })
    const token = guest.body.token ?? ''
    const frame = { appId, token, origin: authOrigin }
    expect((await kit.call(routes.list, {}, frame)).status).toBe(200)

    expect(await link(token, { appId })).toEqual(thief)

    expect((await kit.call(routes.list, {}, frame)).status).toBe(200)
    expect(await link(token, { appId, headers: walletCookieOf(token) })).toEqual(linked)
  })

  test('a login by the app’s back end counts as none of a browser, whatever it sends', async () => {
    const { kit } = world
    const email = 'by-back-end@example.com'
    const cookie = flowOf(await kit.call(api.email.init, { body: { email } }))
    const body = { email, code: kit.mailbox.codeFor(email) }
    const given = { secret: kit.appSecret, headers: { cookie } }
    const login = await kit.call(api.email.authenticate, { body }, given)

    const row = kit.db
      .selectFrom('session')
      .select('amr')
      .where('id', '=', sessionOf({ token: login.body.token ?? '' }))
    expect(await row.executeTakeFirst()).toMatchObject({ amr: ['email', expect.any(String)] })
  })
})

describe('P1 V10: who has an access token and takes something from the user', () => {
  const thief = (token: string) => ({ token, walletGrant: null }) as const
  const codeOf = ({ status, body }: Answer<{ code?: string }>) => [status, body.code]

  test('ends no session, starts and cancels no reset; the browser that logged in does', async () => {
    const { kit } = world
    const email = 'v10@example.com'
    const [first, { token }] = [await kit.signIn(email), await kit.signIn(email)]
    const before = await dumpTables(kit.db)
    const calls = (options: CallOptions) => [
      kit.call(api.sessions.revoke, { body: { others: true } }, options),
      kit.call(api.sessions.revoke, { body: { session_id: sessionOf(first) } }, options),
      kit.call(api.mfa.resetInit, { body: {} }, options),
      kit.call(api.mfa.resetCancel, { body: {} }, options),
    ]

    for (const answer of await Promise.all(calls(thief(token)))) {
      expect(answer).toMatchObject(refused)
    }

    expect(await dumpTables(kit.db)).toBe(before)
    expect((await kit.call(api.user.me, {}, { token: first.token })).status).toBe(200)
    const own = { body: { others: true } } as const
    expect((await kit.call(api.sessions.revoke, own, { token })).status).toBe(200)
    expect((await kit.call(api.user.me, {}, { token: first.token })).status).toBe(401)
  })

  test('removes no login one minute after the user logged in; that browser does', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const email = 'v10-unlinked@example.com'
    const started = await kit.call(api.email.init, { body: { email } }, { appId })
    const cookie = String([started.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? ''
    const body = { email, code: kit.mailbox.codeFor(email) }
    const login = await kit.call(api.email.authenticate, { body }, { appId, headers: { cookie } })
    const token = login.body.token ?? ''
    const phoneNumber = '+12015550198'
    const sent = await kit.call(api.sms.init, { body: { phoneNumber } }, { appId, token })
    expect(sent.body).toEqual({ success: true })
    const proof = { phoneNumber, code: kit.phones.codeFor(phoneNumber) }
    expect((await kit.call(api.sms.link, { body: proof }, { appId, token })).status).toBe(200)
    kit.clock.advance(60_000)

    const unlink = { body: { address: email } }
    expect(codeOf(await kit.call(api.email.unlink, unlink, { appId, ...thief(token) }))).toEqual([
      401,
      refused.body.code,
    ])

    expect((await kit.call(api.email.unlink, unlink, { appId, token })).status).toBe(200)
  })

  test('removes none later than 15 minutes after a login that has shown no way to present the grant', async () => {
    const { kit } = world
    const { appId } = await kit.addApp({ settings: { sms_auth: true } })
    const email = 'v10-no-cookies@example.com'
    const { token } = await kit.signIn(email, { appId })
    const unlink = () =>
      kit.call(api.email.unlink, { body: { address: email } }, { appId, ...thief(token) })

    expect(codeOf(await unlink())).toEqual([400, 'cannot_unlink_sole_account'])
    kit.clock.advance(15 * 60_000 + 1)
    expect(codeOf(await unlink())).toEqual([401, 'login_too_old'])
  })
})

describe('the wallet grant', () => {
  test('is in a cookie of the auth origin that no page can read, and nowhere else in a login', async () => {
    const answer = await logIn('ada@example.com')

    const [cookie = ''] = cookieOf(answer)
    const [pair = '', ...attributes] = cookie.split('; ')
    const [, grant = ''] = pair.split('=')
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Partitioned',
      'Path=/',
      'SameSite=None',
      'Secure',
    ])
    expect(grant).toHaveLength(48)
    expect(JSON.stringify(answer.body)).not.toContain(grant)
    const { 'set-cookie': _, ...others } = answer.headers
    expect(JSON.stringify(others)).not.toContain(grant)
    expect(await dumpTables(world.kit.db)).not.toContain(grant)
  })

  test('is not given to an app’s back end that logs a user in', async () => {
    const { kit } = world
    const walletKey = await registerWalletKey(kit, kit.appId)
    const given = { headers: { [headers.walletKey]: walletKey }, secret: kit.appSecret }
    const answer = await logIn('back-end@example.com', given)
    expect([answer.status, cookieOf(answer), answer.body.wallet_grant]).toEqual([
      200,
      [],
      undefined,
    ])
  })

  test('SES-13: a fork has none', async () => {
    const { kit } = world
    const { body: session } = await logIn('fork@example.com')
    const token = session.token ?? ''
    const given = { body: { refresh_token: session.refresh_token } }
    const forked = await kit.call(api.session.fork, given, { token })
    const fork = { body: { refresh_token: forked.body.new_session_refresh_token } }

    const answer = await kit.call(api.session.recover, fork)

    expect(cookieOf(answer)).toEqual([])
    const frame = { token: answer.body.token ?? '', origin: authOrigin }
    expect(await kit.call(routes.list, {}, frame)).toMatchObject(refused)
  })

  test('ends with a logout', async () => {
    const { kit } = world
    const { body } = await logIn('leaving@example.com')
    const answer = await kit.call(api.session.logout, { body: {} }, { token: body.token ?? '' })
    expect(cookieOf(answer)[0]).toMatch(/^__Host-sallyport-wallet-[a-z0-9]+=; Max-Age=0;/)
  })

  test('a login deletes the oldest of too many', () => {
    const named = (n: number) => `__Host-sallyport-wallet-session${n}`
    const header = Array.from({ length: 9 }, (_, n) => `${named(n)}=x`).join('; ')

    const set = walletCookies({ grant: 'new', sessionId: 'session9' }, header)

    expect(set.map((each) => each.slice(0, each.indexOf('; Path')))).toEqual([
      `${named(9)}=new; Max-Age=2592000`,
      `${named(0)}=; Max-Age=0`,
      `${named(1)}=; Max-Age=0`,
    ])
  })
})

describe('P2: a refresh token that was copied to another machine', () => {
  test('refreshes there and opens no wallet; the browser that logged in keeps its grant', async () => {
    const { kit } = world
    const { body: session } = await logIn('copied@example.com')
    const refresh = (token: string | null, options: CallOptions = {}) =>
      kit.call(api.session.refresh, { body: { refresh_token: token } }, options)

    const there = await refresh(session.refresh_token)
    expect(there.status).toBe(200)
    expect(cookieOf(there)).toEqual([])
    const frame = { token: there.body.token ?? '', origin: authOrigin }
    expect(await callEach({ ...frame, walletGrant: null })).toEqual(eachRefused)

    const cookie = cookieOf(await logIn('kept@example.com'))[0]?.split(';')[0] ?? ''
    const kept = await logIn('kept@example.com')
    const own = cookieOf(kept)[0]?.split(';')[0] ?? ''
    const here = await refresh(kept.body.refresh_token, { headers: { cookie: own } })
    expect(cookieOf(here)[0]).toMatch(`${own}; Max-Age=2592000`)
    const foreign = await refresh(here.body.refresh_token, { headers: { cookie } })
    expect(cookieOf(foreign)).toEqual([])
  })

  test('restores no wallet on a new device after 15 minutes, also with the grant; a new login does', async () => {
    const { kit, eve } = world
    const recover = async (frame: { token: string; origin: string }) => {
      const { body } = await recoverBody(eve.device, frame)
      return kit.call(routes.recover, { params: eve.params, body }, frame)
    }
    const fresh = await logIn(eve.email)
    const frame = { token: fresh.body.token ?? '', origin: authOrigin }
    kit.clock.advance(15 * 60_000)
    expect((await recover(frame)).status).toBe(200)

    kit.clock.advance(1)

    const late = await recover(frame)
    expect(late).toMatchObject({ status: 401, body: { code: 'login_too_old' } })
    const again = await logIn(eve.email)
    const anew = { token: again.body.token ?? '', origin: authOrigin }
    expect((await recover(anew)).status).toBe(200)
  })
})

describe('a grant bound to a key of the frame', () => {
  test('works with a signature of that key over the access token, and with nothing less', async () => {
    const { kit } = world
    const [frame, thief] = [newWalletKey(), newWalletKey()]
    const login = await logIn('bound@example.com', {
      headers: { [headers.walletKey]: await registerWalletKey(kit, kit.appId, frame) },
    })
    const { token, wallet_grant: grant = '' } = login.body
    const access = token ?? ''
    const list = (header: string) =>
      kit.call(
        routes.list,
        {},
        {
          token: access,
          origin: authOrigin,
          walletGrant: null,
          headers: { [headers.walletGrant]: header },
        },
      )
    const message = walletCallMessage(kit.appId, access)

    expect(cookieOf(login)).toEqual([])
    expect((await list([grant, frame.publicKey, frame.sign(message)].join('.'))).status).toBe(200)
    const wrong = [
      [grant, frame.publicKey, thief.sign(message)],
      [grant, thief.publicKey, thief.sign(message)],
      [grant, frame.publicKey, frame.sign(walletCallMessage(kit.appId, `${access}x`))],
      [grant, frame.publicKey],
      [grant],
    ]
    for (const parts of wrong) expect(await list(parts.join('.'))).toMatchObject(refused)
  })

  test('the same grant in a cookie is none', async () => {
    const { kit } = world
    const login = await logIn('bound-cookie@example.com', {
      headers: { [headers.walletKey]: await registerWalletKey(kit, kit.appId) },
    })
    const { token, wallet_grant: grant = '' } = login.body
    const sid = sessionOf({ token: token ?? '' })
    const cookie = `__Host-sallyport-wallet-${sid}=${grant}`
    const answer = await kit.call(
      routes.list,
      {},
      { token: token ?? '', origin: authOrigin, headers: { cookie } },
    )
    expect(answer).toMatchObject(refused)
  })
})

function sessionOf({ token }: Pick<SignedIn, 'token'>): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
}
