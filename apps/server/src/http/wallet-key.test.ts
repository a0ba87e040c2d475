import { api, canNameWalletKey, cookiesAreKept, headers, type Route } from '@sallyport/contract'
import {
  type Answer,
  authOrigin,
  type CallOptions,
  createTestKit,
  dumpTables,
  newWalletKey,
  registerWalletKey,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ownAddress = 'https://privy.acme.example'
let kit: TestKit
let atOwnAddress: { appId: string }
let people = 0
beforeAll(async () => {
  kit = await createTestKit()
  const allowed_domains = ['https://app.acme.example', 'http://localhost:4402']
  const settings = { allowed_domains, custom_api_url: ownAddress, email_auth: true }
  atOwnAddress = await kit.addApp({ settings })
})
afterAll(() => kit.close())

const [ask, cookiesWord] = [canNameWalletKey, cookiesAreKept]
const name = (walletKey: string, more: Record<string, string> = {}) => ({
  headers: { [headers.walletKey]: walletKey, ...more },
})
const cookiesOf = (answer: Pick<Answer<unknown>, 'headers'>) =>
  [answer.headers['set-cookie'] ?? []].flat().map((each) => String(each).split(';')[0] ?? '')
const probe = '__Host-sallyport-cookies=kept'
const required = { status: 400, body: { code: 'wallet_key_required' } }

/** Asks for a code and presents it with `options`, as often as told; gives the answers. */
async function logIn(...options: CallOptions[]) {
  people += 1
  const email = `key${people}@example.com`
  const { appId = kit.appId } = options[0] ?? {}
  await kit.call(api.email.init, { body: { email } }, { appId })
  const body = { email, code: kit.mailbox.codeFor(email) }
  const answers = []
  for (const each of options) answers.push(await kit.call(api.email.authenticate, { body }, each))
  return answers
}
const register = (
  body: { public_key?: string; without_cookie?: boolean },
  options: CallOptions = {},
) => kit.call(api.walletKey.register, { body }, { origin: authOrigin, ...options })

describe('the probe cookie', () => {
  test('comes with the public configuration, and not again to a browser that has kept it', async () => {
    const config = (headers: Record<string, string> = {}) =>
      kit.call(api.app.config, { params: { app_id: kit.appId } }, { headers })
    const first = await config()
    expect([first.headers['set-cookie']].flat()).toEqual([
      `${probe}; Max-Age=2592000; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`,
    ])
    expect(first.headers['cache-control']).toBe('no-store')
    expect(cookiesOf(await config({ cookie: `a=b; ${probe}` }))).toEqual([])
  })
})

describe('a login by a client that can ask the wallet frame for a key', () => {
  const routes = Object.values(api).flatMap((group) => Object.values<Route>(group))

  test('is each route that opens a session, but for the refresh and a fork, which have no grant of their own', () => {
    const opening = routes.filter(
      ({ response }) =>
        response === api.email.authenticate.response || response === api.session.refresh.response,
    )
    const others = opening.filter(({ opensSession }) => !opensSession)
    expect(others).toEqual([api.session.refresh, api.session.recover])
    expect(routes.filter(({ opensSession }) => opensSession)).toHaveLength(opening.length - 2)
  })

  test('error: is refused where no cookie of ours arrives, before its code and its budgets are used', async () => {
    const before = people
    const refusals = await logIn(...Array.from({ length: 12 }, () => name(ask)))
    expect(people).toBe(before + 1)
    for (const answer of refusals) expect(answer).toMatchObject(required)
    expect(cookiesOf(refusals[0] ?? { headers: {} })).toEqual([probe])

    const registered = await registerWalletKey(kit, kit.appId)
    const [first, again] = await logIn(name(ask), name(registered))
    expect(first).toMatchObject(required)
    expect([again?.status, again?.body.wallet_grant?.length]).toEqual([200, 48])
  })

  test('error: changes nothing when it is refused', async () => {
    const email = 'untouched@example.com'
    await kit.call(api.email.init, { body: { email } })
    const body = { email, code: kit.mailbox.codeFor(email) }
    const before = await dumpTables(kit.db)
    expect(await kit.call(api.email.authenticate, { body }, name(ask))).toMatchObject(required)
    expect(await dumpTables(kit.db)).toBe(before)
  })

  test('is served where a cookie of ours arrives: its grant is in a cookie, whatever key is named', async () => {
    const registered = await registerWalletKey(kit, kit.appId)
    for (const named of [ask, cookiesWord, registered]) {
      const [answer] = await logIn(name(named, { cookie: probe }))
      expect([answer?.status, answer?.body.wallet_grant]).toEqual([200, undefined])
      expect(cookiesOf(answer ?? { headers: {} })[0]).toMatch(/^__Host-sallyport-wallet-/)
    }
  })

  test('is served once the frame says that its cookies are kept', async () => {
    const [answer] = await logIn(name(cookiesWord))
    expect(answer?.status).toBe(200)
  })

  test('of an earlier kind, which names a key without a registration, is served, and the key does not count', async () => {
    const [answer, unknown] = [
      (await logIn(name(newWalletKey().publicKey)))[0],
      (await logIn(name('anything else')))[0],
    ]
    expect([answer?.status, answer?.body.wallet_grant]).toEqual([200, undefined])
    expect(unknown?.status).toBe(200)
    const { amr } = await kit.db
      .selectFrom('session')
      .select('amr')
      .where('user_id', '=', String(answer?.body.user?.id).replace('did:privy:', ''))
      .executeTakeFirstOrThrow()
    expect(amr).toEqual(['email', expect.stringMatching(/^by:/)])
  })

  test('of a public client, which names nothing, is served', async () => {
    const [answer] = await logIn({})
    expect([answer?.status, answer?.body.wallet_grant]).toEqual([200, undefined])
  })

  test('error: a registration is for one app and one key, ends after an hour, and is asked for again', async () => {
    const other = await kit.addApp({ settings: { email_auth: true } })
    const registered = await registerWalletKey(kit, kit.appId)
    const [, ...rest] = registered.split('.')
    const wrong = [
      await registerWalletKey(kit, other.appId),
      [newWalletKey().publicKey, ...rest].join('.'),
      registered.replace(/\.\d+\./, (end) => `.${Number(end.slice(1, -1)) + 1}.`),
    ]
    for (const each of wrong) expect((await logIn(name(each)))[0]).toMatchObject(required)

    kit.clock.advance(3_599_000)
    expect((await logIn(name(registered)))[0]?.status).toBe(200)
    kit.clock.advance(1_000)
    expect((await logIn(name(registered)))[0]).toMatchObject(required)
  })

  test('at the app’s own address has to name a key, whatever cookies are kept there', async () => {
    const { appId } = atOwnAddress
    const host = new URL(ownAddress).host
    for (const named of [ask, cookiesWord]) {
      const call = { appId, ...name(named, { host, cookie: probe }) }
      expect((await logIn(call))[0]).toMatchObject(required)
    }
    const registered = await register(
      { public_key: newWalletKey().publicKey, without_cookie: true },
      { appId, headers: { cookie: probe } },
    )
    const key = registered.body.wallet_key ?? ''
    const [answer] = await logIn({ appId, ...name(key, { host, cookie: probe }) })
    expect([answer?.status, answer?.body.wallet_grant?.length]).toEqual([200, 48])
  })
})

describe('walletKey.register', () => {
  const public_key = newWalletKey().publicKey

  test('finds out first whether the browser keeps cookies', async () => {
    const first = await register({})
    expect([first.body, cookiesOf(first)]).toEqual([
      { cookies: 'unknown', wallet_key: null },
      [probe],
    ])
    const kept = await register({}, { headers: { cookie: probe } })
    expect([kept.body, cookiesOf(kept)]).toEqual([{ cookies: 'kept', wallet_key: null }, []])
  })

  test('error: gives no key where a cookie of ours arrives', async () => {
    for (const without_cookie of [false, true]) {
      const body = { public_key, without_cookie }
      const answer = await register(body, { headers: { cookie: probe } })
      expect(answer.body).toEqual({ cookies: 'kept', wallet_key: null })
    }
  })

  test('error: the page of the app cannot call it, nor can another site within the frame', async () => {
    const body = { public_key }
    const page = await register(body, { origin: 'http://localhost:4402' })
    const crossSite = await register(body, { headers: { 'sec-fetch-site': 'same-site' } })
    const none = await register(body, { origin: null })
    expect([page, crossSite, none].map((each) => [each.status, each.body.code])).toEqual([
      [403, 'invalid_origin'],
      [403, 'invalid_origin'],
      [403, 'missing_origin'],
    ])
  })

  test('error: a point that is not of the curve', async () => {
    const answer = await register({ public_key: `B${public_key.slice(1, 40)}${'A'.repeat(47)}` })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})
