import { api, type RouteInput } from '@sallyport/contract'
import { createTestKit, type TestKit, walletCookieOf } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const origin = 'https://app.acme.example'
const url = 'https://privy.acme.example'
const host = 'privy.acme.example'
let kit: TestKit
let people = 0
beforeAll(async () => {
  kit = await createTestKit({
    app: {
      environment: 'production',
      settings: { allowed_domains: [origin], custom_api_url: url, email_auth: true },
    },
  })
})
afterAll(() => kit.close())

type AnswerHeaders = Record<string, string | string[] | number | undefined>
const setCookies = (headers: AnswerHeaders) => [headers['set-cookie'] ?? []].flat().map(String)
const sessionCookiesOf = (headers: AnswerHeaders) =>
  setCookies(headers).filter((each) => each.startsWith('privy-'))
const cookieOf = (headers: AnswerHeaders, name: string) =>
  sessionCookiesOf(headers)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0]

async function logIn(options: { headers?: Record<string, string>; appId?: string } = {}) {
  people += 1
  const email = `cookie${people}@example.com`
  const call = { origin, ...options, headers: { host, ...options.headers } }
  await kit.call(api.email.init, { body: { email } }, call)
  const body = { email, code: kit.mailbox.codeFor(email) }
  const answer = await kit.call(api.email.authenticate, { body }, call)
  return { ...answer, refresh: cookieOf(answer.headers, 'privy-refresh-token') ?? '' }
}
const refresh = (
  cookie: string,
  options: { origin?: string | null; appId?: string; token?: string } = {},
  body: RouteInput<typeof api.session.refresh>['body'] = {},
) => kit.call(api.session.refresh, { body }, { origin, ...options, headers: { host, cookie } })
const refreshCookie = (value: string) => `privy-refresh-token=${value}`

describe('cookie mode', () => {
  test('the public configuration names the address', async () => {
    const params = { app_id: kit.appId }
    const { body } = await kit.call(api.app.config, { params }, { origin })
    expect(body.custom_api_url).toBe(url)
  })

  test('SES-20: a login sets four cookies; the refresh token is host-only, HttpOnly and not in the body', async () => {
    const { body, headers } = await logIn()

    const attributes = Object.fromEntries(
      sessionCookiesOf(headers).map((each) => {
        const [pair = '', ...rest] = each.split('; ')
        return [pair.split('=')[0], rest.join('; ')]
      }),
    )
    const forSite = 'Path=/; Domain=acme.example; Secure; SameSite=Lax'
    expect(attributes).toEqual({
      'privy-refresh-token': 'Max-Age=2592000; Path=/; Secure; HttpOnly; SameSite=Strict',
      'privy-token': `Max-Age=3600; ${forSite}; HttpOnly`,
      'privy-id-token': `Max-Age=3600; ${forSite}; HttpOnly`,
      'privy-session': `Max-Age=2592000; ${forSite}`,
    })
    expect(body.refresh_token).toBe('deprecated')
    expect(cookieOf(headers, 'privy-token')).toBe(body.token)
    expect(cookieOf(headers, 'privy-id-token')).toBe(body.identity_token)
  })

  test('a refresh takes the token of the cookie and replaces it', async () => {
    const first = await logIn()
    for (const body of [{}, { refresh_token: 'deprecated' }]) {
      const {
        status,
        headers,
        body: answer,
      } = await refresh(refreshCookie(first.refresh), {}, body)

      expect([status, answer.refresh_token]).toEqual([200, 'deprecated'])
      expect(cookieOf(headers, 'privy-refresh-token')).not.toBe(first.refresh)
      expect(answer.user?.id).toBe(first.body.user?.id)
    }
  })

  test('a logout ends the session and removes the cookies', async () => {
    const { refresh: token } = await logIn()
    const headers = { host, cookie: refreshCookie(token) }

    const answer = await kit.call(api.session.logout, { body: {} }, { origin, headers })

    expect(answer.body).toEqual({ success: true })
    expect(sessionCookiesOf(answer.headers).map((each) => each.split(';')[1])).toEqual(
      Array(4).fill(' Max-Age=0'),
    )
    const after = await refresh(refreshCookie(token))
    expect(after.body.data).toEqual({ session_update_action: 'clear' })
    expect(cookieOf(after.headers, 'privy-session')).toBe('')
  })

  test('at any other address the session is in the body alone, and cookies are not read', async () => {
    const { body, headers } = await logIn({ headers: { host: 'auth.example' } })
    expect(sessionCookiesOf(headers)).toEqual([])
    expect(body.refresh_token).toMatch(/^[\w-]{43}\.[\w-]{48}$/)

    const answer = await kit.call(
      api.session.refresh,
      { body: {} },
      {
        origin,
        headers: { host: 'auth.example', cookie: refreshCookie(body.refresh_token ?? '') },
      },
    )
    expect(answer.body.code).toBe('missing_or_invalid_token')
  })

  test('ORI-07 ORI-12: error: a request of another site or of none is refused and ends nothing', async () => {
    const { refresh: token } = await logIn()
    const headers = { host, cookie: refreshCookie(token) }
    for (const [from, code] of [
      ['https://evil.example', 'invalid_origin'],
      ['https://evil.acme.example', 'invalid_origin'],
      [null, 'missing_origin'],
    ] as const) {
      const refreshed = await refresh(refreshCookie(token), { origin: from })
      const ended = await kit.call(api.session.logout, { body: {} }, { origin: from, headers })
      expect([refreshed.body.code, ended.body.code]).toEqual([code, code])
      expect(sessionCookiesOf(ended.headers)).toEqual([])
    }
    expect((await refresh(refreshCookie(token))).status).toBe(200)
  })

  test('ORI-11: error: two refresh cookies', async () => {
    const [victim, attacker] = [await logIn(), await logIn()]
    const cookie = `${refreshCookie(attacker.refresh)}; ${refreshCookie(victim.refresh)}`

    const answer = await refresh(cookie)

    expect([answer.status, answer.body.code]).toEqual([401, 'missing_or_invalid_token'])
    expect((await refresh(refreshCookie(victim.refresh))).status).toBe(200)
  })

  test('SES-12: a login does not take over a planted refresh cookie', async () => {
    const attacker = await logIn()
    const victim = await logIn({ headers: { cookie: refreshCookie(attacker.refresh) } })

    expect(victim.refresh).not.toBe(attacker.refresh)
    const answer = await refresh(refreshCookie(attacker.refresh))
    expect(answer.body.user?.id).toBe(attacker.body.user?.id)
  })

  test('SES-09: error: the access token of another session beside the cookie', async () => {
    const [one, two] = [await logIn(), await logIn()]
    const answer = await refresh(refreshCookie(one.refresh), { token: two.body.token ?? '' })
    expect(answer.body.code).toBe('missing_or_invalid_token')
    expect((await refresh(refreshCookie(one.refresh))).status).toBe(200)
  })

  test('error: an app does not use the address or the cookie of another app', async () => {
    const other = await kit.addApp({
      environment: 'production',
      settings: { allowed_domains: [origin], email_auth: true },
    })
    const { headers } = await logIn({ appId: other.appId })
    expect(sessionCookiesOf(headers)).toEqual([])

    const { refresh: token } = await logIn()
    const answer = await refresh(refreshCookie(token), { appId: other.appId })
    expect(answer.body.code).toBe('missing_or_invalid_token')
    expect((await refresh(refreshCookie(token))).status).toBe(200)
  })
})

describe('a fork in cookie mode', () => {
  const forkBy = async (cookie: string, token: string) =>
    kit.call(api.session.fork, { body: {} }, { origin, token, headers: { host, cookie } })

  test('takes and replaces the token of the cookie, and its token opens a session with cookies', async () => {
    const first = await logIn()
    const token = first.body.token ?? ''

    const { status, body, headers } = await forkBy(refreshCookie(first.refresh), token)

    expect([status, body.refresh_token]).toEqual([200, 'deprecated'])
    const successor = cookieOf(headers, 'privy-refresh-token') ?? ''
    expect(successor).toMatch(/^[\w-]{43}\.[\w-]{48}$/)
    expect(cookieOf(headers, 'privy-token')).toBe(body.token)
    expect((await refresh(refreshCookie(successor))).status).toBe(200)
    const given = { body: { refresh_token: body.new_session_refresh_token } }
    const opened = await kit.call(api.session.recover, given, { origin, headers: { host } })
    expect([opened.body.user?.id, opened.body.refresh_token]).toEqual([
      first.body.user?.id,
      'deprecated',
    ])
    const own = cookieOf(opened.headers, 'privy-refresh-token') ?? ''
    expect((await refresh(refreshCookie(own))).status).toBe(200)
  })

  test('error: the cookie of another session, or none', async () => {
    const [one, two] = [await logIn(), await logIn()]
    const token = one.body.token ?? ''
    for (const cookie of [refreshCookie(two.refresh), 'a=b']) {
      expect((await forkBy(cookie, token)).body.code).toBe('missing_or_invalid_token')
    }
    expect((await refresh(refreshCookie(two.refresh))).status).toBe(200)
  })
})

describe('beside the custom address', () => {
  const elsewhere = { origin, headers: { host: 'auth.example' } }
  const deprecated = { body: { refresh_token: 'deprecated' } }

  test('a refresh of a session in cookies is refused without ending it, wherever the first call of a client goes', async () => {
    const { body } = await kit.call(api.session.refresh, deprecated, elsewhere)
    expect([body.code, body.data]).toEqual(['invalid_data', undefined])
    expect(body.error).toContain(url)
  })

  test('a logout with the access token ends the session', async () => {
    const { body, refresh: cookie } = await logIn()
    const token = body.token ?? ''
    const answer = await kit.call(api.session.logout, deprecated, { ...elsewhere, token })
    expect(answer.body).toEqual({ success: true })
    expect((await refresh(refreshCookie(cookie))).status).toBe(401)
  })
})

describe('the wallet frame at the custom address', () => {
  const list = (from: string, token: string, headers: Record<string, string> = {}) =>
    kit.call(
      api.embeddedWallet.list,
      { body: {} },
      { origin: from, token, walletGrant: null, headers: { host, ...headers } },
    )

  test('P1: calls the server with the grant of a login there, as the public clients load it, and not without', async () => {
    const { body } = await logIn()
    const token = body.token ?? ''
    expect((await list(url, token, walletCookieOf(token))).status).toBe(200)
    expect((await list(url, token)).body.code).toBe('missing_or_invalid_wallet_grant')
  })

  test('error: another site, or the frame of an app at the address of another', async () => {
    const other = await kit.addApp({
      environment: 'production',
      settings: { allowed_domains: [origin], email_auth: true },
    })
    const { body } = await logIn()
    expect((await list(origin, body.token ?? '')).body.code).toBe('invalid_origin')
    const guest = await logIn({ appId: other.appId })
    const answer = await kit.call(
      api.embeddedWallet.list,
      { body: {} },
      { appId: other.appId, origin: url, token: guest.body.token ?? '', headers: { host } },
    )
    expect(answer.body.code).toBe('invalid_origin')
  })

  test('error: the app’s own calls from the address itself, which is of the frame (ruling 5)', async () => {
    const secret = kit.appSecret
    const wildcard = { allowed_domains: [origin, 'https://*.acme.example'] }
    await kit.call(api.adminApp.update, { body: wildcard }, { secret })
    const answer = await kit.call(
      api.email.init,
      { body: { email: 'eve@example.com' } },
      { origin: url, headers: { host } },
    )
    expect(answer.body.code).toBe('invalid_origin')
    await kit.call(api.adminApp.update, { body: { allowed_domains: [origin] } }, { secret })
  })
})

describe('custom_api_url', () => {
  const update = (custom_api_url: string | null, allowed_domains?: string[]) =>
    kit.call(
      api.adminApp.update,
      { body: { custom_api_url, ...(allowed_domains && { allowed_domains }) } },
      { secret: kit.appSecret },
    )

  test.each([
    'http://privy.acme.example',
    'https://privy.evil.example',
    'https://privy.acme.example/path',
    'https://localhost:1234',
    'privy.acme.example',
  ])('error: %s', async (value) => {
    expect((await update(value)).body.code).toBe('invalid_data')
  })

  test('error: an address that is also an allowed domain, where pages would share the origin of the wallet frame', async () => {
    expect((await update(url, [origin, url])).body.code).toBe('invalid_data')
  })

  test('error: another customer of the host of an allowed domain', async () => {
    const answer = await update('https://other.vercel.app', ['https://mine.vercel.app'])
    expect(answer.body.code).toBe('invalid_data')
  })

  test('is not published any more when its site is not an allowed domain', async () => {
    expect((await update(url, [origin])).status).toBe(200)
    const secret = kit.appSecret
    const body = { allowed_domains: ['https://app.other.example'] }
    expect((await kit.call(api.adminApp.update, { body }, { secret })).status).toBe(200)

    const params = { app_id: kit.appId }
    const from = { origin: 'https://app.other.example' }
    expect((await kit.call(api.app.config, { params }, from)).body.custom_api_url).toBeNull()
    expect((await update(url, [origin])).status).toBe(200)
  })
})
