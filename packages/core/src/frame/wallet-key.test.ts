import { headers, lateStorageKeys, pageApi } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SallyportClient } from '../client.js'
import { needsWalletKey } from '../environment.js'
import {
  call,
  customJwt,
  email,
  farcaster,
  guest,
  loginLink,
  oauth,
  siwe,
  siws,
  sms,
  telegram,
} from '../index.js'
import { registeredKey } from '../test-kit/frame.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const oauthBy = (provider: oauth.VisitedProvider) => (client: SallyportClient) => {
  client.environment.storage.set(lateStorageKeys.oauthState, 'state')
  client.environment.storage.set(lateStorageKeys.oauthVerifier, 'verifier')
  return oauth.finish(client, {
    code: 'code',
    state: 'state',
    provider,
    disableSignup: false,
    isHeadless: false,
  })
}
const signed = { message: 'hello', signature: '0x12' }
const assertion = { challenge: 'AAAA', authenticator_response: {} }

/** A login by each method, with a proof that works once. */
const logins: Record<string, (client: SallyportClient) => Promise<unknown>> = {
  email: (client) => email.login(client, { email: 'ada@example.com', code: '123456' }),
  'a link in an email': (client) => loginLink.login(client, { email: 'ada@example.com' }),
  sms: (client) => sms.login(client, { phoneNumber: '+12015550123', code: '123456' }),
  siwe: (client) => siwe.login(client, signed),
  siws: (client) => siws.login(client, signed),
  guest: (client) => guest.login(client),
  'a token of the app’s own login': (client) => customJwt.login(client, { token: 'token' }),
  'farcaster through a channel': (client) =>
    farcaster.login(client, { ...signed, fid: 1, channelToken: 'channel' }),
  'farcaster in a mini app': (client) => farcaster.loginWithMessage(client, signed),
  telegram: (client) =>
    telegram.login(client, {
      proof: { webAppData: { user: '{}', hash: 'a'.repeat(64), auth_date: 1 } },
    }),
  // Their proofs are made by the browser before this call.
  passkey: (client) => call(client, pageApi.passkey.authenticate, { body: assertion as never }),
  'a new passkey': (client) => call(client, pageApi.passkey.register, { body: assertion as never }),
  google: oauthBy('google'),
  'a provider of the app’s own': oauthBy('custom:northwind'),
  'another app': oauthBy('privy:another-app-00000000000025'),
}

/** A browser that keeps cookies for the wallet frame or not. Every login is one of ada's, and is sent to one route. */
async function setupBrowser({ keepsCookies }: { keepsCookies: boolean }) {
  const sent: { path: string; key: string | null; body: unknown }[] = []
  let serverUrl = ''
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const { pathname } = new URL(String(input))
    if (!/authenticate$|passkeys\/register$/.test(pathname)) return globalThis.fetch(input, init)
    const key = new Headers(init.headers).get(headers.walletKey)
    sent.push({ path: pathname, key, body: init.body })
    const body = JSON.stringify({ email: 'ada@example.com', code: '123456' })
    return globalThis.fetch(`${serverUrl}/api/v1/passwordless/authenticate`, { ...init, body })
  }
  const kit = await setup({ 'sallyport:grant:keep': () => ({}) }, { fetch })
  serverUrl = kit.server.url
  kit.server.state.demandsWalletKey = !keepsCookies
  if (!keepsCookies)
    kit.frame.handlers['sallyport:grant:key'] = () => ({ walletKey: registeredKey })
  const client = kit.tab()
  await client.start()
  return { ...kit, client, sent }
}
const keyEvents = (events: string[]) => events.filter((each) => each === 'sallyport:grant:key')

describe('a login by each method', () => {
  test.each(Object.keys(logins))('%s, where cookies are kept: one call, no frame', async (name) => {
    const { client, sent, frame } = await setupBrowser({ keepsCookies: true })

    await logins[name]?.(client)

    expect(sent.map(({ key }) => key)).toEqual(['ask'])
    expect(frame.events()).toEqual([])
  })

  test.each(Object.keys(logins))(
    '%s, where none are kept: the same proof again, with the key of the frame',
    async (name) => {
      const { client, sent, frame } = await setupBrowser({ keepsCookies: false })

      await logins[name]?.(client)

      expect(sent.map(({ key }) => key)).toEqual(['ask', registeredKey])
      expect(sent[1]?.body).toBe(sent[0]?.body)
      expect(keyEvents(frame.events())).toHaveLength(1)
    },
  )
})

describe('where cookies do not reach the frame', () => {
  test('the frame has the grant of the login, and later logins name the key at once', async () => {
    const { client, frame, sent, tab } = await setupBrowser({ keepsCookies: false })
    await logins.email?.(client)
    await vi.waitFor(() => expect(frame.events()).toContain('sallyport:grant:keep'))
    await logins.email?.(client)

    // Another page asks the frame when the code is requested, before the login.
    const later = tab()
    await email.sendCode(later, { email: 'ada@example.com' })
    await vi.waitFor(() => expect(later.environment.walletKey).toBe(registeredKey))
    await logins.email?.(later)

    expect(sent.map(({ key }) => key)).toEqual(['ask', ...Array(3).fill(registeredKey)])
  })

  test('a frame that loads slowly is waited for within the login', async () => {
    const { client, frame, sent } = await setupBrowser({ keepsCookies: false })
    let answer: (_: { walletKey: string }) => void = () => undefined
    frame.handlers['sallyport:grant:key'] = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    let isDone = false
    const login = logins.email?.(client).then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(keyEvents(frame.events())).toHaveLength(1))
    expect([isDone, sent.length]).toEqual([false, 1])

    answer({ walletKey: registeredKey })
    await login

    expect(sent.map(({ key }) => key)).toEqual(['ask', registeredKey])
  })

  test('error: a frame that does not answer in 20 s leaves a login without a key', async () => {
    const { client, clock, frame, sent, server } = await setupBrowser({ keepsCookies: false })
    frame.handlers['sallyport:grant:key'] = () => new Promise(() => undefined)
    const login = logins.email?.(client)
    await vi.waitFor(() => expect(keyEvents(frame.events())).toHaveLength(1))
    // As the server serves a login that names nothing.
    server.state.demandsWalletKey = false

    clock.advance(20_000)
    await login

    expect(sent.map(({ key }) => key)).toEqual(['ask', ''])
    expect(client.state.user).not.toBeNull()
  })

  test('a key whose registration has ended is registered anew', async () => {
    const { client, frame, sent } = await setupBrowser({ keepsCookies: false })
    client.environment.walletKey = 'key of the frame.ended'

    await logins.email?.(client)

    expect(sent.map(({ key }) => key)).toEqual(['key of the frame.ended', registeredKey])
    expect(keyEvents(frame.events())).toHaveLength(1)
  })

  test('a browser that keeps cookies after all is told apart again', async () => {
    const { client, frame, server, sent, storage } = await setupBrowser({ keepsCookies: false })
    await logins.email?.(client)
    expect(JSON.parse(storage.getItem(needsWalletKey) ?? 'null')).toBe(true)
    frame.handlers['sallyport:grant:key'] = () => ({ walletKey: null })
    client.environment.walletKey = 'key of the frame.ended'
    server.failNext('POST /api/v1/passwordless/authenticate', {
      status: 400,
      body: { error: 'Name a key', code: 'wallet_key_required' },
    })
    server.state.demandsWalletKey = false

    await logins.email?.(client)

    expect(sent.at(-1)?.key).toBe('cookies')
    expect(storage.getItem(needsWalletKey)).toBeNull()
  })

  test('error: a second refusal is the login’s', async () => {
    const { client, frame, sent } = await setupBrowser({ keepsCookies: false })
    frame.handlers['sallyport:grant:key'] = () => ({ walletKey: 'of no use' })

    await expect(logins.email?.(client)).rejects.toMatchObject({ code: 'wallet_key_required' })
    expect(sent).toHaveLength(2)
  })
})
