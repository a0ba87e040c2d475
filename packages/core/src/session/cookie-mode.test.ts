import { cookies, headers, storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { email, session, wallet } from '../index.js'
import { registeredKey } from '../test-kit/frame.js'
import { cleanUp, setup } from '../test-kit/setup.js'

const customUrl = 'https://privy.acme.example'
const refreshKey = 'POST /api/v1/sessions'

afterEach(cleanUp)
afterEach(() => vi.unstubAllGlobals())

/** A page's cookies, as far as this package reads and writes them. */
function stubCookies(...names: string[]) {
  const kept = new Set(names)
  vi.stubGlobal('cookieStore', new EventTarget())
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'app.acme.example' })
  vi.stubGlobal('document', {
    addEventListener: () => undefined,
    get cookie() {
      return [...kept].map((name) => `${name}=t`).join('; ')
    },
    set cookie(text: string) {
      const name = text.split('=')[0] ?? ''
      const isOfSite = /; Domain=acme\.example$/.test(text)
      if (!text.includes('Expires=Thu, 01 Jan 1970')) kept.add(name)
      else if (isOfSite) kept.delete(name)
    },
  })
  return kept
}

/** Clients of an app with an address of its own, at which a browser keeps the refresh token and sends it. */
async function setupCookies() {
  const jar = { refresh: null as string | null, calls: [] as string[] }
  let serverUrl = ''
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const url = String(input)
    if (!url.startsWith(customUrl)) return globalThis.fetch(url, init)
    jar.calls.push(url.slice(customUrl.length))
    const body = JSON.parse(String(init.body ?? '{}'))
    const isLeft = body.refresh_token === 'deprecated'
    const sent = isLeft ? JSON.stringify({ ...body, refresh_token: jar.refresh }) : init.body
    const target = url.replace(customUrl, serverUrl)
    const answer = await globalThis.fetch(target, { ...init, body: sent ?? null })
    const given = await answer.json()
    if (url.endsWith('/logout')) jar.refresh = null
    if (given.refresh_token) jar.refresh = given.refresh_token
    const shown = given.refresh_token ? { ...given, refresh_token: 'deprecated' } : given
    return Response.json(shown, { status: answer.status })
  }
  const kit = await setup({}, { fetch })
  serverUrl = kit.server.url
  kit.server.state.config = { custom_api_url: customUrl }
  return { ...kit, jar }
}

const stored = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? 'null')

describe('a session in cookies', () => {
  test('calls go to the app’s own address, the config and the frame stay, and no cookie is written', async () => {
    const written = stubCookies()
    const { signedIn, server, storage, jar, frame } = await setupCookies()

    const client = await signedIn()

    expect(client.state.user).not.toBeNull()
    expect(jar.calls).toContain('/api/v1/passwordless/authenticate')
    expect(jar.calls.filter((path) => path.includes('/apps/'))).toEqual([])
    await vi.waitFor(() => expect(frame.frames[0]?.url).toContain(`${server.url}/apps/`))
    expect(stored(storage, storageKeys.refreshToken)).toBe('deprecated')
    expect([...written]).toEqual([])
  })

  test('P1: a login names the key of the frame, and the frame has the grant before a wallet is asked', async () => {
    stubCookies()
    const { signedIn, frame, server } = await setupCookies()
    server.state.demandsWalletKey = true
    frame.handlers['sallyport:grant:key'] = () => ({ walletKey: registeredKey })
    frame.handlers['sallyport:grant:keep'] = () => ({})
    frame.handlers['privy:wallets:create'] = () => {
      throw { type: 'error', message: 'The test asks no more' }
    }

    const client = await signedIn()
    await expect(wallet.create(client, 'ethereum')).rejects.toThrow()

    const login = server.seen.findLast(({ path }) => path.endsWith('/authenticate'))
    expect(login?.headers[headers.walletKey]).toBe(registeredKey)
    expect(frame.events()).toEqual([
      'sallyport:grant:key',
      'sallyport:grant:keep',
      'privy:wallets:create',
    ])
    const [, keep] = frame.posts.filter(({ event }) => event.startsWith('sallyport:grant'))
    const accessToken = client.session.tokens.access()
    expect(keep?.data).toEqual({ accessToken, grant: 'grant' })
  })

  test('an expired access token is refreshed by the cookie', async () => {
    const { signedIn, clock, jar } = await setupCookies()
    const client = await signedIn()
    const [before, token] = [jar.refresh, await session.getAccessToken(client)]

    clock.advance(3_600_000)

    expect(await session.getAccessToken(client)).not.toBe(token)
    expect(jar.refresh).not.toBe(before)
  })

  test('a page that is opened later refreshes at the app’s own address without waiting for the config', async () => {
    const { signedIn, tab, clock, server, jar } = await setupCookies()
    const { user } = (await signedIn()).state
    clock.advance(3_600_000)
    server.seen.length = 0
    jar.calls.length = 0

    const later = tab()
    await later.start()

    expect(later.state).toMatchObject({ status: 'ready', user: { id: user?.id } })
    expect(jar.calls).toEqual(['/api/v1/sessions'])
    expect(server.seen.filter(({ path }) => path.includes('/apps/'))).toHaveLength(1)
  })

  test('getAccessToken works there before the start', async () => {
    const { signedIn, tab, clock, jar } = await setupCookies()
    await signedIn()
    clock.advance(3_600_000)
    jar.calls.length = 0

    expect(await session.getAccessToken(tab())).not.toBeNull()
    expect(jar.calls).toEqual(['/api/v1/sessions'])
  })

  test('a login on another page of the site is this page’s too', async () => {
    const { signedIn, tab, storage, jar } = await setupCookies()
    const { user } = (await signedIn()).state
    storage.clear()
    stubCookies(cookies.session)
    jar.calls.length = 0

    const other = tab()
    await other.start()

    expect(other.state.user?.id).toBe(user?.id)
    expect(jar.calls).toEqual(['/api/v1/sessions'])
  })

  test('a logout ends the session in all tabs, and the next page is logged out', async () => {
    const { signedIn, tab, server, jar } = await setupCookies()
    const [one, two] = [await signedIn(), tab()]
    await two.start()
    const kept = stubCookies(cookies.session)

    await session.logout(one)

    await vi.waitFor(() => expect(two.state.user).toBeNull())
    expect(one.state.user).toBeNull()
    expect(jar.refresh).toBeNull()
    expect([...kept]).toEqual([])
    const calls = server.count(refreshKey)
    const next = tab()
    await next.start()
    expect([next.state.user, server.count(refreshKey)]).toEqual([null, calls])
    expect(await session.getAccessToken(two)).toBeNull()
  })

  test('a logout on another page of the site ends the session here', async () => {
    const { signedIn } = await setupCookies()
    const kept = stubCookies()
    const client = await signedIn()
    kept.add(cookies.session)

    cookieStore.dispatchEvent(new Event('change'))
    expect(client.state.user).not.toBeNull()
    kept.clear()
    cookieStore.dispatchEvent(new Event('change'))

    expect(client.state.user).toBeNull()
    expect(await session.getAccessToken(client)).toBeNull()
  })

  test('error: a refresh that ends after a logout and a new login does not replace the new session', async () => {
    const { signedIn, clock } = await setupCookies()
    const client = await signedIn()
    clock.advance(3_600_000)
    const refreshing = session.getAccessToken(client)
    await session.logout(client)
    await email.login(client, { email: 'grace@example.com', code: '123456' })
    await refreshing

    const account = client.state.user?.linkedAccounts[0]
    expect(account).toMatchObject({ address: 'grace@example.com' })
  })

  test('a session from before the app had the address moves into the cookie at its next refresh', async () => {
    const { signedIn, tab, server, storage, clock, jar } = await setupCookies()
    server.state.config = {}
    await signedIn()
    expect(stored(storage, storageKeys.refreshToken)).toMatch(/^refresh-/)
    server.state.config = { custom_api_url: customUrl }
    clock.advance(3_600_000)

    const later = tab()
    await later.start()
    clock.advance(3_600_000)

    expect(await session.getAccessToken(later)).not.toBeNull()
    expect(stored(storage, storageKeys.refreshToken)).toBe('deprecated')
    expect(jar.refresh).toMatch(/^refresh-/)
  })
})
