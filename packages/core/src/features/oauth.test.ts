import { createHash } from 'node:crypto'
import { lateStorageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { oauth, oauthWindow } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(async () => {
  vi.unstubAllGlobals()
  await cleanUp()
})

const redirectTo = 'https://app.example/page'
const returned = (state: string, code = 'code') =>
  ({ code, state, provider: 'google', disableSignup: true, isHeadless: false }) as const

describe('login by OAuth', () => {
  test('starts with a state and a challenge, and finishes with the verifier', async () => {
    const { tab, server } = await setup()
    const client = tab()
    await client.start()
    const { url, state } = await oauth.start(client, {
      provider: 'google',
      redirectTo,
      disableSignup: true,
    })
    const login = await oauth.finish(client, returned(state))

    expect(url).toBe('https://provider.example/login')
    expect(login).toMatchObject({
      loginMethod: 'google',
      loginAccount: { type: 'google_oauth', subject: '1' },
      oAuthTokens: { provider: 'google', accessToken: 'token', accessTokenExpiresInSeconds: 60 },
    })
    const [init, finish] = server.seen.filter(({ path }) => path.includes('oauth'))
    const verifier = String(finish?.body.code_verifier)
    expect(state).toMatch(/^[\w-]{48}$/)
    expect(init?.body).toEqual({
      provider: 'google',
      redirect_to: redirectTo,
      state_code: state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    })
    expect(finish?.body).toEqual({
      authorization_code: 'code',
      state_code: state,
      code_verifier: verifier,
      mode: 'no-signup',
    })
  })

  test('OAU-03: error: an answer for another state reaches no server, and the awaited one still works', async () => {
    const { tab, server } = await setup()
    const client = tab()
    await client.start()
    const { state } = await oauth.start(client, { provider: 'google', redirectTo })
    await expect(oauth.finish(client, returned('other'))).rejects.toMatchObject({
      code: 'oauth_state_mismatch',
    })
    expect(server.seen.filter(({ path }) => path.endsWith('/oauth/authenticate'))).toEqual([])
    await oauth.finish(client, returned(state))

    await expect(oauth.finish(client, returned(state))).rejects.toMatchObject({
      code: 'oauth_state_mismatch',
    })
  })

  test('error: a login that the user cancelled', async () => {
    const { tab } = await setup()
    const client = tab()
    await client.start()
    const { state } = await oauth.start(client, { provider: 'google', redirectTo })
    await expect(oauth.finish(client, returned(state, 'undefined'))).rejects.toMatchObject({
      code: 'oauth_user_denied',
    })
  })

  test('the answer is read from the URL once and removed there', async () => {
    const { tab } = await setup()
    const location = {
      href: 'https://app.example/?a=1&privy_oauth_code=c&privy_oauth_state=s&privy_oauth_provider=google#b',
    }
    const replaceState = vi.fn((_: unknown, __: string, url: URL) => {
      location.href = url.href
    })
    vi.stubGlobal('window', { location, history: { state: null, replaceState } })
    const client = tab()

    expect(oauth.takeReturn(client)).toEqual({
      code: 'c',
      state: 's',
      provider: 'google',
      disableSignup: false,
      isHeadless: false,
    })
    expect(location.href).toBe('https://app.example/?a=1#b')
    expect(oauth.takeReturn(client)).toBeNull()
  })
})

describe('the window of a provider', () => {
  test('OAU-24: hands its answer to pages of its own origin, and never to the page that opened it', async () => {
    const { tab } = await setup()
    const postMessage = vi.fn()
    const close = vi.fn()
    const location = { origin: 'https://app.example' }
    vi.stubGlobal('window', { opener: { postMessage }, close, location })
    // Waits for the answer, however late it comes.
    const client = tab({ clock: { nowMs: () => 0, wait: () => new Promise(() => undefined) } })
    const answer = returned('state')
    client.environment.storage.set(lateStorageKeys.oauthWindow, 'state')
    const received: unknown[] = []
    const stop = oauthWindow.awaitWindow('state', (each) => received.push(each))

    expect(await oauthWindow.handOver(client, answer)).toBe(true)
    expect(received).toEqual([answer])
    expect(close).toHaveBeenCalledTimes(1)
    // Only where the answer will be, and only to a page of the same origin.
    const announcement = { type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' }
    expect(postMessage.mock.calls).toEqual([[announcement, location.origin]])
    stop()
  })

  test('OAU-24: error: a page that awaits another login gets no answer', async () => {
    const { tab } = await setup()
    vi.stubGlobal('window', { close: vi.fn() })
    const client = tab({ clock: { nowMs: () => 0, wait: async () => undefined } })
    client.environment.storage.set(lateStorageKeys.oauthWindow, 'state')
    const received: unknown[] = []
    const stop = oauthWindow.awaitWindow('other', (each) => received.push(each))

    expect(await oauthWindow.handOver(client, returned('state'))).toBe(false)
    expect(received).toEqual([])
    stop()
  })
})
