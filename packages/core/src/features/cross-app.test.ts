import { crossAppAnswers, crossAppProvider, isApiError, storageKeys } from '@sallyport/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { crossApp, crossAppAccounts, oauth, session } from '../index.js'
import { account, testAppId } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'

const providerId = 'b'.repeat(25)
const otherId = 'c'.repeat(25)
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const smartWallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const tokenKey = storageKeys.crossAppToken(providerId)
const connectionsPath = `GET /api/v1/apps/${testAppId}/cross-app/connections`

const linked = account({
  type: 'cross_app',
  subject: 'did:1',
  provider_app_id: providerId,
  provider_app_name: 'Harbour',
  provider_app_icon_url: 'https://harbour.example/icon.png',
  embedded_wallets: [{ address: wallet }],
  smart_wallets: [{ address: smartWallet }],
})

/** The window that the page opens, and what it posts to the page. */
function stubWindow() {
  const target = new EventTarget()
  const popup = { closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  popup.close.mockImplementation(() => {
    popup.closed = true
  })
  const open = vi.fn<() => typeof popup | null>(() => popup)
  vi.stubGlobal('window', {
    open,
    screenX: 0,
    screenY: 0,
    outerWidth: 1000,
    outerHeight: 800,
    location: { origin: 'https://app.example', href: 'https://app.example/' },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  })
  const post = (data: unknown, source: unknown = popup, origin = 'https://p.example') => {
    const event = Object.assign(new Event('message'), { data, source, origin })
    target.dispatchEvent(event)
  }
  const shown = async () => {
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
    return new URL(String(popup.location.replace.mock.calls[0]?.[0]))
  }
  return { popup, open, post, shown }
}

let page: ReturnType<typeof stubWindow>
beforeEach(() => {
  page = stubWindow()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await cleanUp()
})

/** A user with an account of another app, whose token is stored. */
async function linkedUser(connection: object = {}) {
  const world = await setup()
  const client = await world.signedIn()
  world.server.link(linked)
  await session.refreshUser(client)
  const { environment } = client
  environment.storage.set(tokenKey, 'token')
  answerConnections(world.server, [connection])
  return { ...world, client, storage: environment.storage }
}

function answerConnections(
  server: Awaited<ReturnType<typeof setup>>['server'],
  each: readonly object[],
) {
  const connection = {
    provider_app_id: providerId,
    provider_app_name: 'Northwind',
    provider_app_icon_url: null,
    provider_app_custom_api_url: null,
    read_only: false,
  }
  const connections = each.map((more) => ({ ...connection, ...more }))
  server.failNext(connectionsPath, { status: 200, body: { connections } })
}

describe('a request to a wallet of another app', () => {
  test('shows the request in a window with the token, and gives what it answers', async () => {
    const { client, server } = await linkedUser()
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    expect(page.open).toHaveBeenCalledTimes(1)
    const url = await page.shown()

    expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/oauth/transact`)
    expect(url.searchParams.get('token')).toBe('token')
    expect(JSON.parse(String(url.searchParams.get('request')))).toEqual({
      content: { request: { method: 'personal_sign', params: ['hello', wallet] } },
      timestamp: expect.any(Number),
      callbackUrl: 'https://app.example',
    })
    page.post({ type: crossAppAnswers.response, result: '0xsigned' })
    expect(await asking).toBe('0xsigned')
    expect(page.popup.close).toHaveBeenCalled()
  })

  test('V15: takes no answer of a page of another origin in the same window', async () => {
    const { client } = await linkedUser({ provider_app_answer_origins: ['https://p.example'] })
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await page.shown()
    const answer = (result: string) => ({ type: crossAppAnswers.response, result })
    for (const origin of ['https://evil.example', 'https://p.example.evil', 'null'])
      page.post(answer('0xevil'), page.popup, origin)
    page.post(answer('0xsigned'))
    expect(await asking).toBe('0xsigned')
  })

  test.each([
    ['typed data', () => ({ typedData: { primaryType: 'Mail' } }), 'eth_signTypedData_v4', wallet],
    [
      'typed data by a smart wallet',
      () => ({ typedData: { primaryType: 'Mail' } }),
      'privy_signSmartWalletTypedData',
      smartWallet,
    ],
  ] as const)('asks for %s by its own method', async (_, what, method, address) => {
    const { client } = await linkedUser()
    const asking = crossApp.signTypedData(client, { ...what(), address })
    const url = await page.shown()
    const { content } = JSON.parse(String(url.searchParams.get('request')))
    expect(content.request).toEqual({ method, params: [address, { primaryType: 'Mail' }] })
    page.post({ type: crossAppAnswers.response, result: '0x1' })
    await asking
  })

  test('sends numbers of a transaction as hex, from the wallet that was named', async () => {
    const { client } = await linkedUser()
    const transaction = { chainId: 31337, to: smartWallet, value: 10n ** 18n, from: '0xother' }
    const asking = crossApp.sendTransaction(client, { transaction, address: wallet })
    const url = await page.shown()
    const { content } = JSON.parse(String(url.searchParams.get('request')))
    expect(content.request).toEqual({
      method: 'eth_sendTransaction',
      params: [{ chainId: 31337, to: smartWallet, value: '0xde0b6b3a7640000', from: wallet }],
      chainId: 31337,
    })
    page.post({ type: crossAppAnswers.response, result: '0xhash' })
    expect(await asking).toBe('0xhash')
  })

  test('keeps a new token, and forgets one that is over', async () => {
    const { client, storage } = await linkedUser()
    const first = crossApp.signMessage(client, { message: 'a', address: wallet })
    await page.shown()
    const token = { action: 'set', value: 'newer' }
    page.post({ type: crossAppAnswers.response, result: '0x1', token })
    await first
    expect(storage.get(tokenKey)).toBe('newer')

    page.popup.closed = false
    page.popup.location.replace.mockClear()
    const second = crossApp.signMessage(client, { message: 'b', address: wallet })
    await page.shown()
    const error = 'The connection is over'
    page.post({ type: crossAppAnswers.error, error, errorCode: 4100, token: { action: 'clear' } })
    await expect(second).rejects.toMatchObject({ code: 4100, message: error })
    expect(storage.get(tokenKey)).toBeNull()
  })

  test('error: messages of other windows and of other kinds are not answers', async () => {
    const { client } = await linkedUser()
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await page.shown()
    page.post({ type: crossAppAnswers.response, result: '0xfalse' }, {})
    page.post({ type: 'other', result: '0xfalse' })
    page.post({ type: crossAppAnswers.response, result: { not: 'text' } })
    page.post(null)
    page.post({ type: crossAppAnswers.response, result: '0xtrue' })
    expect(await asking).toBe('0xtrue')
  })

  test('error: the user declines', async () => {
    const { client } = await linkedUser()
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await page.shown()
    page.post({ type: crossAppAnswers.error, error: 'User rejected request' })
    await expect(asking).rejects.toMatchObject({ code: 4001, message: 'User rejected request' })
  })

  test('error: the window is closed', async () => {
    const { client } = await linkedUser()
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await page.shown()
    page.popup.closed = true
    await expect(asking).rejects.toMatchObject({ code: 4001, message: 'User rejected request' })
  })

  test('error: no answer within two minutes', async () => {
    let nowMs = Date.now()
    const wait = async (ms: number) => {
      nowMs += ms
      await new Promise((resolve) => setTimeout(resolve))
    }
    const world = await setup({}, { clock: { nowMs: () => nowMs, wait } })
    const client = await world.signedIn()
    world.server.link(linked)
    await session.refreshUser(client)
    client.environment.storage.set(tokenKey, 'token')
    answerConnections(world.server, [{}])
    const beganMs = nowMs
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await expect(asking).rejects.toMatchObject({
      code: 'client_request_timeout',
      message: 'Request timeout',
    })
    expect(nowMs - beganMs).toBe(120_000)
    expect(page.popup.close).toHaveBeenCalled()
  })

  test('XAP-02: error: a read-only connection is asked for nothing', async () => {
    const { client } = await linkedUser({ read_only: true })
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await expect(asking).rejects.toMatchObject({
      code: 4100,
      message: 'Cannot transact against a read-only provider app',
    })
    expect(page.popup.location.replace).not.toHaveBeenCalled()
    expect(page.popup.close).toHaveBeenCalled()
  })

  test('XAP-01: error: an app that is no longer connected', async () => {
    const { client, server } = await linkedUser()
    answerConnections(server, [{ provider_app_id: otherId }])
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await expect(asking).rejects.toSatisfy(
      (error) => isApiError(error) && error.code === 'cross_app_connection_not_allowed',
    )
  })

  test('error: an address of no linked account opens no window', async () => {
    const { client } = await linkedUser()
    const asking = crossApp.signMessage(client, {
      message: 'hello',
      address: `0x${'1'.repeat(40)}`,
    })
    await expect(asking).rejects.toMatchObject({
      code: 4100,
      message: 'Cannot request a signature with this wallet address',
    })
    expect(page.open).not.toHaveBeenCalled()
  })

  test('error: without a token of the app', async () => {
    const { client, storage } = await linkedUser()
    storage.remove(tokenKey)
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await expect(asking).rejects.toMatchObject({
      code: 'must_be_authenticated',
      message: 'Transactions require a valid token',
    })
    expect(page.open).not.toHaveBeenCalled()
  })

  test('error: the browser blocks the window', async () => {
    const { client } = await linkedUser()
    page.open.mockReturnValue(null)
    const asking = crossApp.signMessage(client, { message: 'hello', address: wallet })
    await expect(asking).rejects.toMatchObject({
      code: -32002,
      message: 'Failed to initialize signature request',
    })
  })
})

describe('connections', () => {
  test('are asked for once, and again after a failure', async () => {
    const { tab, server } = await setup()
    const client = tab()
    server.failNext(connectionsPath, { status: 400, body: { error: 'No', code: 'invalid_data' } })
    await expect(crossApp.connections(client)).rejects.toMatchObject({ code: 'invalid_data' })
    answerConnections(server, [{ provider_app_custom_api_url: 'https://p.example' }])
    const [first, second] = [await crossApp.connections(client), await crossApp.connections(client)]
    expect(first).toBe(second)
    expect(first).toEqual([
      {
        appId: providerId,
        name: 'Northwind',
        iconUrl: null,
        isReadOnly: false,
        transactUrl: 'https://p.example/oauth/transact',
      },
    ])
    expect(server.count(connectionsPath)).toBe(2)
  })
})

describe('the token of another app', () => {
  const provider = crossAppProvider(providerId)
  const returned = (state: string) =>
    ({ code: 'code', state, provider, disableSignup: false, isHeadless: false }) as const
  const tokens = { provider, access_token: 'theirs' }

  /** Logs in with the account of another app; the answer carries `oauth_tokens`. */
  async function logIn(oauth_tokens: object | undefined, earlier: string | null = null) {
    const world = await setup()
    const client = world.tab()
    if (earlier !== null) client.environment.storage.set(tokenKey, earlier)
    await client.start()
    world.server.failNext('POST /api/v1/oauth/authenticate', {
      status: 200,
      body: {
        user: {
          id: 'did:1',
          created_at: 1,
          linked_accounts: [linked],
          mfa_methods: [],
          has_accepted_terms: true,
          is_guest: false,
        },
        token: 'a.b.c',
        refresh_token: 'refresh',
        session_update_action: 'set',
        ...(oauth_tokens && { oauth_tokens }),
      },
    })
    const { state } = await oauth.start(client, { provider, redirectTo: 'https://app.example' })
    const login = await oauth.finish(client, returned(state))
    return { ...world, client, login, storage: client.environment.storage }
  }

  test('is kept at the login, not handed to the app as one of a provider, and forgotten at logout', async () => {
    const { client, login, storage } = await logIn(tokens)
    expect(login).toMatchObject({
      loginMethod: provider,
      loginAccount: {
        type: 'cross_app',
        providerApp: {
          ...{ id: providerId, name: 'Harbour' },
        },
      },
      oAuthTokens: null,
    })
    expect(crossAppAccounts.accessToken(client, providerId)).toBe('theirs')

    await session.logout(client)
    expect(storage.get(tokenKey)).toBeNull()
  })

  test('a login that may only show wallets has none, and ends an earlier one', async () => {
    const { client } = await logIn(undefined, 'earlier')
    expect(crossAppAccounts.accessToken(client, providerId)).toBeNull()
  })

  test('is forgotten when it has expired, and when the account is unlinked', async () => {
    const { client, storage, clock, server } = await linkedUser()
    const claims = (exp: number) => `e30.${btoa(JSON.stringify({ iat: 1, exp }))}.c`
    storage.set(tokenKey, claims(clock.nowMs() / 1000 + 60))
    expect(crossAppAccounts.accessToken(client, providerId)).not.toBeNull()
    storage.set(tokenKey, claims(clock.nowMs() / 1000 - 60))
    expect(crossAppAccounts.accessToken(client, providerId)).toBeNull()
    expect(storage.get(tokenKey)).toBeNull()

    storage.set(tokenKey, 'token')
    const [user] = server.users()
    server.failNext('POST /api/v1/oauth/unlink', { status: 200, body: user })
    await oauth.unlink(client, { provider, subject: 'did:1' })
    expect(storage.get(tokenKey)).toBeNull()
  })
})
