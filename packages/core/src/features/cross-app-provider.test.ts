import { afterEach, describe, expect, test } from 'vitest'
import { crossAppProvider, RpcError } from '../index.js'
import { createConnector } from '../test-kit/connector.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const origin = 'https://shop.example'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const requester = { app_id: null, name: 'Shop', icon_url: null, origin, read_only: false }
const ok = (body: unknown) => ({ status: 200, body })
const notAllowed = {
  status: 403,
  body: { error: 'Not allowed', code: 'cross_app_connection_not_allowed' },
}
const sites = 'POST /api/v1/cross_app/sites/connect'
const opening = 'POST /api/v1/cross_app/requests/open'
const describing = 'POST /api/v1/cross_app/sites/describe'

/** A site that has connected a wallet of the signed-in user. */
async function connected({ compresses = true } = {}) {
  const world = await setup()
  const client = await world.signedIn()
  const connector = createConnector({ compresses })
  const { server } = world
  server.failNext(sites, ok({ expires_at: 1_900_000_000_000 }))
  const asking = {
    kind: 'connect',
    requesterPublicKey: connector.publicKey,
    requesterOrigin: origin,
    isSmartWallet: false,
  } as const
  const answer = await crossAppProvider.connectSite(client, { asking, address })
  if (answer.type !== 'PRIVY_CROSS_APP_CONNECT_RESPONSE') throw new Error('not connected')
  const { providerPublicKey } = answer
  const request = (call: object) => ({
    kind: 'transact' as const,
    requesterPublicKey: connector.publicKey,
    requesterOrigin: origin,
    ...connector.encrypt(call, providerPublicKey),
  })
  return { ...world, client, connector, answer, providerPublicKey, request }
}

const sign = { method: 'personal_sign', params: ['0x6869', address], chainId: 1 }

describe('a connection of the wagmi connector', () => {
  test('tells the site address, key and end, and the server the site', async () => {
    const { answer, server, connector } = await connected()

    expect(answer).toEqual({
      type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
      address,
      providerPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]{44}$/),
      exp: 1_900_000_000_000,
    })
    expect(server.seen.findLast(({ path }) => path.endsWith('/sites/connect'))?.body).toEqual({
      requester_origin: origin,
      requester_public_key: connector.publicKey,
      address,
    })
  })

  test.each([true, false])(
    'reads a request and seals its answer; compressed: %s',
    async (compresses) => {
      const { client, server, connector, request, providerPublicKey } = await connected({
        compresses,
      })
      server.failNext(opening, ok({ requester, addresses: [address] }))
      const opened = await crossAppProvider.openRequest(client, request(sign))

      expect(opened).toMatchObject({
        requester,
        addresses: [address],
        call: sign,
        callbackUrl: null,
      })
      const answer = await opened.answer('0xsignature')
      if (!('encryptedResult' in answer)) throw new Error('not sealed')
      expect(connector.decrypt(answer, providerPublicKey)).toBe('0xsignature')
    },
  )

  test('error: a key that is none connects nothing', async () => {
    const { client, server } = await connected()
    const asking = {
      kind: 'connect',
      requesterPublicKey: Buffer.alloc(33).toString('base64'),
      requesterOrigin: origin,
      isSmartWallet: false,
    } as const
    const calls = server.seen.length

    await expect(crossAppProvider.connectSite(client, { asking, address })).rejects.toMatchObject({
      code: -32602,
    })
    expect(server.seen).toHaveLength(calls)
  })

  test('error: XAP-06: a connection that was ended is refused, its key forgotten, and the site told to forget it', async () => {
    const { client, server, request, storage, connector } = await connected()
    server.failNext(opening, notAllowed)
    server.failNext(describing, notAllowed)
    const error = await crossAppProvider.openRequest(client, request(sign)).catch((it) => it)

    expect(crossAppProvider.errorAnswer(error)).toEqual({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'The connection has ended. Connect again',
      errorCode: 4100,
      mwp: { action: 'clear' },
      token: { action: 'clear' },
    })
    expect(storage.getItem(`sallyport:cross-app:${connector.publicKey}`)).toBeNull()
  })

  test('error: XAP-02: a site that only sees addresses is refused, and stays connected', async () => {
    const { client, server, request, storage, connector } = await connected()
    server.failNext(opening, notAllowed)
    server.failNext(describing, ok({ requester: { ...requester, read_only: true } }))
    const error = await crossAppProvider.openRequest(client, request(sign)).catch((it) => it)

    expect(crossAppProvider.errorAnswer(error)).toEqual({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'This connection may not ask for signatures',
      errorCode: 4100,
    })
    expect(storage.getItem(`sallyport:cross-app:${connector.publicKey}`)).not.toBeNull()
  })

  test('error: a browser that has lost the key tells the site to connect again', async () => {
    const { client, server, request, storage, connector } = await connected()
    storage.removeItem(`sallyport:cross-app:${connector.publicKey}`)
    server.failNext(opening, ok({ requester, addresses: [address] }))
    const error = await crossAppProvider.openRequest(client, request(sign)).catch((it) => it)

    expect(crossAppProvider.errorAnswer(error)).toMatchObject({ mwp: { action: 'clear' } })
  })

  test.each([
    ['for another connection', () => createConnector({ compresses: true }), sign, -32602],
    ['that inflates beyond 1 MB', null, { method: 'a'.repeat(1_000_001), params: [] }, -32602],
    ['without a method', null, { params: [] }, -32600],
  ])('error: a request %s is refused', async (_, other, call, code) => {
    const { client, server, request, providerPublicKey } = await connected()
    server.failNext(opening, ok({ requester, addresses: [address] }))
    const sent = { ...request(call), ...other?.().encrypt(call, providerPublicKey) }

    await expect(crossAppProvider.openRequest(client, sent)).rejects.toMatchObject({ code })
  })
})

describe('a request of an app', () => {
  const call = { method: 'personal_sign', params: ['hi', address] }
  const callbackUrl = 'https://app.example/return'
  const openWith = async (request: object) => {
    const world = await setup()
    const client = await world.signedIn()
    world.server.failNext(opening, ok({ requester, addresses: [address] }))
    const now = client.environment.clock.nowMs()
    const text = JSON.stringify({ timestamp: now, callbackUrl, ...request })
    const opened = crossAppProvider.openRequest(client, {
      kind: 'request',
      token: 'token',
      request: text,
      mode: 'redirect',
    })
    return { opened, now, server: world.server }
  }

  test.each([
    ['once', { content: { request: call } }],
    ['twice, as js-sdk-core 0.55.0 does', { content: { request: { request: call } } }],
  ])('is read where it is nested %s', async (_, request) => {
    const { opened, server } = await openWith(request)

    expect(await opened).toMatchObject({ call, callbackUrl, addresses: [address] })
    expect(server.seen.at(-1)?.body).toEqual({ token: 'token', callback_url: callbackUrl })
    expect(await (await opened).answer('0x1')).toEqual({
      type: 'PRIVY_CROSS_APP_ACTION_RESPONSE',
      result: '0x1',
    })
  })

  test.each([-10 * 60_000 - 1, 60_001, Number.NaN])(
    'error: one of %i ms from now is refused before the server is asked',
    async (ms) => {
      const { now } = await openWith({ content: { request: call } })
      const { opened, server } = await openWith({
        content: { request: call },
        timestamp: now + ms,
      })

      await expect(opened).rejects.toMatchObject({ code: -32600 })
      expect(server.seen.some(({ path }) => path.endsWith('/requests/open'))).toBe(false)
    },
  )
})

describe('what an address asks for', () => {
  const read = (values: Record<string, string>) =>
    crossAppProvider.readArrival(`#${new URLSearchParams(values)}`)
  const site = { requester_public_key: 'a+b/', requester_origin: origin }

  test('is read from its fragment', () => {
    const expected = { requesterPublicKey: 'a+b/', requesterOrigin: origin }
    expect(read({ 'sallyport-cross-app': 'login', state: 's' })).toEqual({
      kind: 'login',
      state: 's',
    })
    expect(read({ 'sallyport-cross-app': 'connect', ...site, smart_wallet_mode: 'true' })).toEqual({
      kind: 'connect',
      ...expected,
      isSmartWallet: true,
    })
    expect(
      read({ 'sallyport-cross-app': 'transact', ...site, encrypted_request: 'c+', iv: 'd+' }),
    ).toEqual({ kind: 'transact', ...expected, encryptedRequest: 'c+', iv: 'd+' })
    expect(
      read({ 'sallyport-cross-app': 'request', token: 't', request: '{}', mode: 'popup' }),
    ).toEqual({ kind: 'request', token: 't', request: '{}', mode: 'popup' })
  })

  test.each([
    '',
    '#about',
    '#sallyport-cross-app=login',
    '#sallyport-cross-app=constructor',
    '#sallyport-cross-app=connect&requester_origin=a',
  ])('is nothing in %s', (hash) => {
    expect(crossAppProvider.readArrival(hash)).toBeNull()
  })
})

describe('the wallet of a call', () => {
  const other = '0x0000000000000000000000000000000000000001'
  const of = (method: string, params: unknown[], allowed = [address]) =>
    crossAppProvider.addressOf({ method, params }, allowed)

  test.each([
    ['personal_sign', ['0x6869', address.toLowerCase()]],
    ['personal_sign', [address, '0x6869']],
    ['privy_signSmartWalletMessage', ['0x6869', address]],
    ['eth_signTypedData_v4', [address, {}]],
    ['eth_sendTransaction', [{ from: address.toLowerCase() }]],
    ['eth_sendTransaction', [{ to: other }]],
  ])('is found for %s %j', (method, params) => {
    expect(of(method, params)).toBe(address)
  })

  test.each([
    ['personal_sign', ['0x6869', other]],
    ['personal_sign', ['0x6869']],
    ['eth_signTypedData_v4', [other, {}]],
    ['eth_sendTransaction', [{ from: other }]],
  ])('error: %s %j names none that it may use', (method, params) => {
    expect(() => of(method, params)).toThrow(expect.objectContaining({ code: 4100 }))
  })

  test.each(['secp256k1_sign', 'eth_sign7702Authorization', 'toString'])(
    'error: %s may not be called',
    (method) => {
      expect(() => crossAppProvider.operationOf({ method, params: [] })).toThrow(
        expect.objectContaining({ code: 4200 }),
      )
    },
  )

  test.each([
    ['privy_signSmartWalletTx', 'sign-transaction'],
    ['privy_sendSmartWalletTx', 'send-transaction'],
  ])('%s is one of the smart wallet: %s', (method, does) => {
    const call = { method, params: [{ to: other }] }

    expect(crossAppProvider.operationOf(call)).toMatchObject({ wallet: 'smart', does })
  })
})

describe('an answer', () => {
  test('of a user who refuses has the text that clients compare, and no code', () => {
    expect(crossAppProvider.errorAnswer(new RpcError(4001))).toEqual({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'User rejected request',
    })
  })

  test('about another failure has its code', () => {
    expect(crossAppProvider.errorAnswer(new RpcError(4200, { message: 'No' }))).toEqual({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'No',
      errorCode: 4200,
    })
  })

  test('by redirect is in two parameters', () => {
    const url = crossAppProvider.answerUrl('https://app.example/return?a=1', {
      type: 'PRIVY_CROSS_APP_ACTION_RESPONSE',
      result: '0x1',
    })
    expect(url).toBe(
      'https://app.example/return?a=1&privy_cross_app_type=PRIVY_CROSS_APP_ACTION_RESPONSE&privy_cross_app_payload=0x1',
    )
  })
})

test('the user’s connections are listed and ended', async () => {
  const { client, server } = await connected()
  const wire = {
    id: 'one',
    requester,
    addresses: [address],
    created_at: 1,
    expires_at: 2,
    last_used_at: null,
  }
  server.failNext('GET /api/v1/cross_app/grants', ok({ grants: [wire] }))
  server.failNext('POST /api/v1/cross_app/grants/revoke', ok({ grants: [] }))

  expect(await crossAppProvider.connectedApps(client)).toEqual([
    {
      id: 'one',
      requester,
      addresses: [address],
      createdAt: new Date(1000),
      expiresAt: new Date(2000),
      lastUsedAt: null,
    },
  ])
  expect(await crossAppProvider.disconnect(client, { id: 'one' })).toEqual([])
  expect(server.seen.at(-1)?.body).toEqual({ id: 'one' })
})
