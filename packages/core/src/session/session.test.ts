import { storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { guest, session, user } from '../index.js'
import { createLocks } from '../test-kit/locks.js'
import { accessToken } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { createTabStorages } from '../test-kit/storage.js'

const refreshKey = 'POST /api/v1/sessions'
const hourMs = 3_600_000
const serverError = { status: 500, body: { error: 'Something went wrong', code: 'internal_error' } }

afterEach(cleanUp)

describe('createSession', () => {
  test('keeps tokens JSON-encoded under the keys of existing clients', async () => {
    const { signedIn, storage } = await setup()

    const client = await signedIn()

    const token = await session.getAccessToken(client)
    expect(storage.getItem(storageKeys.accessToken)).toBe(JSON.stringify(token))
    expect(storage.getItem(storageKeys.refreshToken)).toMatch(/^"refresh-\d+"$/)
  })

  test('gives the stored token without a call while it lives longer than 30 s', async () => {
    const { signedIn, server, clock } = await setup()
    const client = await signedIn()
    const before = await session.getAccessToken(client)

    clock.advance(hourMs - 31_000)

    expect(await session.getAccessToken(client)).toBe(before)
    expect(server.count(refreshKey)).toBe(0)
  })

  test('refreshes once for all callers when the token expires within 30 s', async () => {
    const { signedIn, server, clock } = await setup()
    const client = await signedIn()
    const before = await session.getAccessToken(client)
    clock.advance(hourMs - 29_000)

    const tokens = await Promise.all([1, 2, 3].map(() => session.getAccessToken(client)))

    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(before)
    expect(server.count(refreshKey)).toBe(1)
  })

  test.each([
    ['Web Locks', { locks: createLocks() }],
    ['a lease in storage', {}],
  ])('two tabs share one refresh by %s', async (_name, options) => {
    const { signedIn, tab, server, clock } = await setup({}, options)
    const first = await signedIn()
    const second = tab()
    await second.start()
    clock.advance(hourMs)

    const [one, two] = await Promise.all([first, second].map(session.getAccessToken))

    expect(one).toBe(two)
    expect(server.count(refreshKey)).toBe(1)
  })

  test('two tabs share one refresh although the second sees late what the first one stored', async () => {
    const { signedIn, tab, server, clock } = await setup({}, { locks: createLocks() })
    const [mine, others] = createTabStorages()
    const first = await signedIn({ storage: mine })
    // The login reaches the second tab late too.
    await vi.waitFor(() => expect(others.getItem(storageKeys.refreshToken)).not.toBeNull())
    const second = tab({ storage: others })
    await second.start()
    clock.advance(hourMs)

    const [one, two] = await Promise.all([first, second].map(session.getAccessToken))

    expect(one).toBe(two)
    expect(server.count(refreshKey)).toBe(1)
  })

  test('a token that another tab stores while this one loads the code of a refresh is used', async () => {
    const { signedIn, tab, server, clock, storage } = await setup({}, { locks: createLocks() })
    const first = await signedIn()
    const second = tab()
    await second.start()
    clock.advance(hourMs)
    const fresh = await session.getAccessToken(first)
    storage.removeItem(storageKeys.accessToken)

    const asked = session.getAccessToken(second)
    storage.setItem(storageKeys.accessToken, JSON.stringify(fresh))

    expect(await asked).toBe(fresh)
    expect(server.count(refreshKey)).toBe(1)
  })

  test('login and logout reach the other tab', async () => {
    const { tab, signedIn } = await setup()
    const other = tab()
    await other.start()

    const first = await signedIn()
    await expect.poll(() => other.state.user?.email?.address).toBe('ada@example.com')
    await session.logout(first)

    await expect.poll(() => other.state.user).toBeNull()
    expect(await session.getAccessToken(other)).toBeNull()
  })

  test('error: a failing server keeps the tokens and surfaces', async () => {
    const { signedIn, server, clock, storage } = await setup()
    const client = await signedIn()
    clock.advance(hourMs)
    server.failNext(refreshKey, serverError)

    await expect(session.getAccessToken(client)).rejects.toMatchObject({ status: 500 })

    expect(storage.getItem(storageKeys.refreshToken)).not.toBeNull()
    expect(client.state.user).not.toBeNull()
    expect(await session.getAccessToken(client)).not.toBeNull()
  })

  /** A fetch that loses the next call of `POST /sessions` once armed, and the bodies of all of them. */
  function createLosingFetch() {
    let armed = false
    const bodies: unknown[] = []
    const losing: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/sessions')) return fetch(input, init)
      bodies.push(init?.body)
      if (!armed) return fetch(input, init)
      armed = false
      throw new TypeError('connection reset')
    }
    const loseNext = () => {
      armed = true
    }
    return { fetch: losing, loseNext, bodies }
  }

  test('SES-24: sends the same refresh token again when the answer was lost', async () => {
    const { fetch, loseNext, bodies } = createLosingFetch()
    const { signedIn, clock } = await setup({}, { fetch })
    const client = await signedIn()
    clock.advance(hourMs)
    loseNext()

    expect(await session.getAccessToken(client)).not.toBeNull()

    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toEqual(bodies[1])
  })

  test('SES-24: both tries of a refresh end within the grace window of 30 s', async () => {
    const { fetch, loseNext } = createLosingFetch()
    const { signedIn, clock } = await setup({}, { fetch })
    const client = await signedIn()
    clock.advance(hourMs)
    loseNext()
    const limits = vi.spyOn(AbortSignal, 'timeout')

    await session.getAccessToken(client)

    expect(limits.mock.calls).toEqual([[8_000], [8_000]])
    limits.mockRestore()
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'error: sends a refresh that was answered %i only once, and keeps the session',
    async (status) => {
      const { signedIn, server, clock } = await setup()
      const client = await signedIn()
      clock.advance(hourMs)
      server.failNext(refreshKey, { status, body: {} })

      await expect(session.getAccessToken(client)).rejects.toMatchObject({ status })

      expect(server.count(refreshKey)).toBe(1)
      expect(await session.getAccessToken(client)).not.toBeNull()
    },
  )

  test('error: 401 missing_or_invalid_token ends the session', async () => {
    const { signedIn, server, clock, storage } = await setup()
    const client = await signedIn()
    server.dropSessions()
    clock.advance(hourMs)

    expect(await session.getAccessToken(client)).toBeNull()

    expect(client.state.user).toBeNull()
    expect(storage.getItem(storageKeys.accessToken)).toBeNull()
    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
  })

  test('SES-23 error: a refusal that says ignore keeps the session and gives no dead token', async () => {
    const { signedIn, tab, server, clock, storage } = await setup()
    const client = await signedIn()
    const before = storage.getItem(storageKeys.refreshToken)
    const data = { session_update_action: 'ignore' }
    const body = { error: 'Missing or invalid token', code: 'missing_or_invalid_token', data }
    server.failNext(refreshKey, { status: 401, body }, { status: 401, body })
    clock.advance(hourMs)

    expect(await session.getAccessToken(client)).toBeNull()
    expect(storage.getItem(storageKeys.refreshToken)).toBe(before)
    expect(client.state.user).not.toBeNull()

    const reloaded = tab()
    await reloaded.start()
    expect(reloaded.state).toMatchObject({ status: 'ready', user: null })
    expect(await session.getAccessToken(reloaded)).not.toBeNull()
  })

  test('the action clear deletes everything', async () => {
    const { signedIn, server, storage } = await setup()
    const client = await signedIn()
    server.setAction('clear')

    expect(await session.refreshUser(client)).toBeNull()

    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
  })

  test('the action ignore keeps the refresh token and takes the access token', async () => {
    const { signedIn, server, storage } = await setup()
    const client = await signedIn()
    const refreshBefore = storage.getItem(storageKeys.refreshToken)
    const accessBefore = storage.getItem(storageKeys.accessToken)
    server.setAction('ignore')

    await session.refreshUser(client)

    expect(storage.getItem(storageKeys.refreshToken)).toBe(refreshBefore)
    expect(storage.getItem(storageKeys.accessToken)).not.toBe(accessBefore)
  })

  test('a logout during a refresh is not undone by its answer', async () => {
    const { signedIn, clock, storage } = await setup()
    const client = await signedIn()
    clock.advance(hourMs)

    const refresh = session.getAccessToken(client)
    await new Promise((resolve) => setTimeout(resolve, 0))
    client.session.clear()
    await refresh

    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
    expect(client.state.user).toBeNull()
  })

  test.each([
    ['ahead', 24 * hourMs],
    ['behind', -24 * hourMs],
  ])('SES-17 a server clock a day %s makes no refresh loop', async (_name, skewMs) => {
    const { signedIn, server } = await setup()
    server.state.skewMs = skewMs
    const client = await signedIn()

    for (let count = 0; count < 5; count += 1) await session.getAccessToken(client)

    expect(server.count(refreshKey)).toBe(0)
  })

  test('a token the server no longer takes is refreshed once and the call repeated', async () => {
    const { signedIn, server } = await setup()
    const client = await signedIn()
    server.expireAccess()

    const changed = await user.acceptTerms(client)

    expect(changed.hasAcceptedTerms).toBe(true)
    expect(client.state.user?.hasAcceptedTerms).toBe(true)
    expect(server.count(refreshKey)).toBe(1)
    expect(server.count('POST /api/v1/users/me/accept_terms')).toBe(2)
  })

  test('logout clears whatever the server answers and tells the frame', async () => {
    const { signedIn, server, frame, storage } = await setup({ 'privy:mfa:clear': () => ({}) })
    const client = await signedIn()
    await client.frame.load()
    const { id } = client.state.user!
    server.failNext('POST /api/v1/sessions/logout', serverError, serverError)

    await session.logout(client)

    expect(client.state.user).toBeNull()
    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
    expect(frame.posts.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId: id } })
  })

  test('logout ends the session on the server with an expired access token or none', async () => {
    const { signedIn, server, storage, clock } = await setup()
    const client = await signedIn()
    const refreshToken = JSON.parse(storage.getItem(storageKeys.refreshToken) ?? '')
    storage.removeItem(storageKeys.accessToken)
    clock.advance(24 * hourMs)

    await session.logout(client)

    expect(server.seen.at(-1)).toMatchObject({
      path: '/api/v1/sessions/logout',
      body: { refresh_token: refreshToken },
    })
    expect(server.count('POST /api/v1/sessions/logout')).toBe(1)
  })

  test('tokens of another app are forgotten at start', async () => {
    const { tab, storage, server, clock } = await setup()
    const foreign = accessToken(clock.nowMs(), { aud: 'another-app' })
    storage.setItem(storageKeys.accessToken, JSON.stringify(foreign))
    storage.setItem(storageKeys.refreshToken, '"refresh-x"')

    const client = tab()
    await client.start()

    expect(client.state).toMatchObject({ status: 'ready', user: null })
    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
    expect(server.count(refreshKey)).toBe(0)
  })

  test('a guest keeps one credential of 43 characters', async () => {
    const { tab, storage, server } = await setup()
    const client = tab()
    await client.start()

    const first = await guest.login(client)
    await session.logout(client)
    await guest.login(client)

    const bodies = server.seen.filter((each) => each.path.endsWith('/guest/authenticate'))
    expect(first).toMatchObject({ isNewUser: true, loginMethod: 'guest', loginAccount: null })
    expect(bodies[0]?.body.guest_credential).toMatch(/^[\w-]{43}$/)
    expect(bodies[1]?.body).toEqual(bodies[0]?.body)
    expect(storage.getItem(storageKeys.guestCredential('test-app-0000000000000025'))).toBe(
      JSON.stringify(bodies[0]?.body.guest_credential),
    )
  })

  test('error: a guest login is refused while a user is logged in', async () => {
    const { signedIn } = await setup()

    await expect(guest.login(await signedIn())).rejects.toMatchObject({ code: 'not_supported' })
  })
})
