// @vitest-environment happy-dom
import { cookies, type Session, storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client.js'
import { createTestClock } from '../test-kit/clock.js'
import { createFrameHost } from '../test-kit/frame.js'
import { accessToken, testAppId } from '../test-kit/server.js'
import { watchSession } from './watch-session.js'

const origin = 'https://auth.example.com'
const user = {
  id: 'user-1',
  created_at: 1,
  linked_accounts: [],
  mfa_methods: [],
  has_accepted_terms: false,
  is_guest: true,
}

afterEach(() => localStorage.clear())

function open() {
  const clock = createTestClock(Date.now())
  const frame = createFrameHost(origin)
  const fetch = vi.fn(async () => Response.json({ id: testAppId }))
  const client = createClient({
    appId: testAppId,
    apiUrl: origin,
    clock,
    frameHost: frame.host,
    fetch,
  })
  const answer: Session = {
    user,
    token: accessToken(clock.nowMs()),
    privy_access_token: null,
    refresh_token: 'refresh-1',
    identity_token: accessToken(clock.nowMs(), { cr: '1' }),
    session_update_action: 'set',
  }
  return { client, frame, answer, fetch }
}

describe('a session in a page', () => {
  test('SES-22: one that was ended elsewhere is over when the user comes back to the page', async () => {
    const { client, answer, fetch } = open()
    await client.start()
    client.session.accept(answer)
    const stop = watchSession(client)
    expect(client.state.user).not.toBeNull()
    const ended = { error: 'Ended', code: 'missing_or_invalid_token' }
    fetch.mockImplementation(async () => Response.json(ended, { status: 401 }))

    window.dispatchEvent(new Event('focus'))

    await vi.waitFor(() => expect(client.state.user).toBeNull())
    stop()
    client.destroy()
  })

  test('SES-22: one that was ended elsewhere is over within a minute on a page that is visible and not touched', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { client, answer, fetch } = open()
    await client.start()
    client.session.accept(answer)
    const stop = watchSession(client)
    const ended = { error: 'Ended', code: 'missing_or_invalid_token' }
    fetch.mockImplementation(async () => Response.json(ended, { status: 401 }))
    const asked = fetch.mock.calls.length
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')

    await vi.advanceTimersByTimeAsync(120_000)
    expect(fetch.mock.calls.length).toBe(asked)
    visibility.mockRestore()
    await vi.advanceTimersByTimeAsync(60_000)

    vi.useRealTimers()
    await vi.waitFor(() => expect(client.state.user).toBeNull())
    stop()
    client.destroy()
  })

  test('writes the cookies a back end reads, and never the refresh token', () => {
    const { client, answer } = open()

    client.session.accept(answer)

    expect(document.cookie).toContain(`${cookies.accessToken}=${answer.token}`)
    expect(document.cookie).toContain(`${cookies.identityToken}=${answer.identity_token}`)
    expect(document.cookie).toContain(`${cookies.session}=t`)
    expect(document.cookie).not.toContain('refresh-1')
    client.session.clear()
    expect(document.cookie).toBe('')
    client.destroy()
  })

  test('ends when another tab removes the refresh token', async () => {
    const { client, answer } = open()
    await client.start()
    client.session.accept(answer)

    localStorage.removeItem(storageKeys.refreshToken)
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.refreshToken }))

    expect(client.state.user).toBeNull()
    client.destroy()
  })

  test('loads the wallet frame ahead once a user is logged in, and destroy removes it', async () => {
    const { client, answer, frame } = open()
    await client.start()
    expect(frame.frames).toHaveLength(0)

    client.session.accept(answer)

    await vi.waitFor(() => expect(frame.frames).toHaveLength(1))
    client.destroy()
    expect(frame.frames[0]?.removed).toBe(true)
  })

  test('starts again after destroy, as React’s strict mode does', async () => {
    const { client, answer } = open()
    const listener = vi.fn()
    client.subscribe(listener)
    const first = client.start()
    client.destroy()
    await Promise.all([first, client.start()])
    listener.mockClear()

    client.session.accept(answer)
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))

    expect(listener).toHaveBeenCalled()
    expect(client.state).toMatchObject({ status: 'ready', user: null })
    client.destroy()
  })
})
