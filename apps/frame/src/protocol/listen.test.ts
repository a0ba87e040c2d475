import { type FrameAnswer, frameEvents, userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { internalFailure } from '../frame-error.js'
import { createRig, dataOf, errorOf, pageOrigin } from '../testing/rig.js'
import type { Handlers } from './handler.js'
import { type IncomingMessage, listen, maxOutstanding } from './listen.js'

const ready = { id: 'id-0', event: 'privy:iframe:ready', data: {} }

/** A listener with stand-in handlers, and the page it listens to. */
function openListener(handle: () => Promise<unknown> = async () => ({})) {
  const received: unknown[] = []
  const targets: string[] = []
  const page = {
    postMessage(message: unknown, target: string) {
      received.push(structuredClone(message))
      targets.push(target)
    },
  }
  const listeners: ((event: IncomingMessage) => void)[] = []
  const handlers = Object.fromEntries(Object.keys(frameEvents).map((event) => [event, handle]))
  listen(
    { parent: page, addEventListener: (_, added) => void listeners.push(added) },
    handlers as unknown as Handlers,
    {
      appId: 'app',
      allowedOrigins: [pageOrigin],
      allowLocalhost: false,
      vaultPublicKey: '',
      apiPublicKey: '',
      tokens: { issuer: '', nowMs: 0, keys: [] },
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
    },
  )
  return {
    received,
    targets,
    page,
    post: (data: unknown, from: Partial<IncomingMessage> = {}) =>
      listeners[0]?.({ data, origin: pageOrigin, source: page, ...from }),
  }
}
/** Lets every answer that is due arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { value }
  return value
}
/** Small in memory, endless to walk: each level holds the one below twice. */
function doubling(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = [value, value]
  return value
}
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

describe('listen', () => {
  test('answers an object and a JSON string with an object, to the page at its origin', async () => {
    const { post, received, targets } = openListener()

    post(ready)
    post(JSON.stringify({ ...ready, id: 'id-1' }))
    await settle()

    expect(received).toEqual([
      { id: 'id-0', event: 'privy:iframe:ready', data: {} },
      { id: 'id-1', event: 'privy:iframe:ready', data: {} },
    ])
    expect(targets).toEqual([pageOrigin, pageOrigin])
  })

  test('says nothing on its own', async () => {
    const { received } = openListener()
    await settle()
    expect(received).toEqual([])
  })

  test.each([
    ['IFR-01: another origin', { origin: 'https://evil.example' }],
    ['IFR-01: a subdomain', { origin: 'https://evil.app.example' }],
    ['IFR-01: a longer name', { origin: 'https://app.example.evil.example' }],
    ['IFR-01: the other scheme', { origin: 'http://app.example' }],
    ['IFR-01: another port', { origin: 'https://app.example:8443' }],
    ['IFR-01: an opaque origin', { origin: 'null' }],
    ['IFR-01: an empty origin', { origin: '' }],
    ['IFR-01: a wildcard', { origin: '*' }],
    ['IFR-01: a path behind it', { origin: 'https://app.example/' }],
  ])('ignores %s', async (_, from) => {
    const { post, received } = openListener()
    post(ready, from)
    await settle()
    expect(received).toEqual([])
  })

  test('IFR-02: ignores a window that is not the parent, even of the same origin', async () => {
    const { page, post, received } = openListener()
    const other = { postMessage: page.postMessage }

    post(ready, { source: other })
    post({ ...ready, id: 'id-1' }, { source: null })
    await settle()

    expect(received).toEqual([])
  })

  test('does not answer when it is opened on its own', () => {
    const heard: string[] = []
    const window = {
      get parent(): unknown {
        return window
      },
      addEventListener: (type: string) => void heard.push(type),
    }
    listen(window, {} as Handlers, {
      appId: 'app',
      allowedOrigins: [pageOrigin],
      allowLocalhost: true,
      vaultPublicKey: '',
      apiPublicKey: '',
      tokens: { issuer: '', nowMs: 0, keys: [] },
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
    })
    expect(heard).toEqual([])
  })

  test.each([
    ['no envelope', undefined],
    ['null', null],
    ['text', 'hello'],
    ['half a JSON text', '{"id":"id-0","event"'],
    ['a JSON text that is too deep to parse', '['.repeat(200_000)],
    ['a very long text', `"${'x'.repeat(2 ** 21)}"`],
    ['an array', [ready]],
    ['no id', { event: 'privy:iframe:ready' }],
    ['an empty id', { ...ready, id: '' }],
    ['an id that is an object', { ...ready, id: { text: 'id-0' } }],
    ['an endless id', { ...ready, id: 'x'.repeat(129) }],
    ['no event', { id: 'id-0' }],
  ])('ignores %s: there is nothing to answer to', async (_, message) => {
    const { post, received } = openListener()
    post(message)
    await settle()
    expect(received).toEqual([])
  })

  test.each([
    ['IFR-06: an unknown event', { ...ready, event: 'privy:wallets:exportKey' }],
    ['IFR-06: constructor', { ...ready, event: 'constructor' }],
    ['IFR-06: __proto__', { ...ready, event: '__proto__' }],
    ['IFR-06: toString', { ...ready, event: 'toString' }],
    ['missing parameters', { ...ready, event: 'privy:wallet:create' }],
    ['no parameters at all', { id: 'id-0', event: 'privy:wallets:rpc' }],
    ['parameters of another type', { ...ready, event: 'privy:wallet:create', data: 'x' }],
    [
      'an invalid index',
      {
        ...ready,
        event: 'privy:wallets:add',
        data: {
          accessToken: 'x',
          entropyId: 'x',
          entropyIdVerifier: 'ethereum-address-verifier',
          chainType: 'ethereum',
          hdWalletIndex: -1,
        },
      },
    ],
    ['a request that is too large', { ...ready, data: { text: 'x'.repeat(2 ** 18) } }],
    ['the same as text', JSON.stringify({ ...ready, data: { text: 'x'.repeat(2 ** 18) } })],
    ['too many parts', { ...ready, data: { list: Array.from({ length: 2 ** 18 }, () => 0) } }],
    ['a request that is too deep', { ...ready, data: nested(40) }],
    ['a request that holds itself', { ...ready, data: cyclic }],
    ['a request that doubles at each level', { ...ready, data: doubling(31) }],
    ['a map', { ...ready, data: { map: new Map() } }],
    ['a buffer', { ...ready, data: { bytes: new Uint8Array(8) } }],
    ['a number beyond 256 bits', { ...ready, data: { value: 2n ** 256n } }],
  ])('refuses %s once, without detail', async (_, message) => {
    const { post, received } = openListener()
    post(message)
    await settle()
    expect(received).toEqual([
      {
        id: 'id-0',
        event: expect.any(String),
        error: { type: 'invalid_request_arguments', message: expect.any(String) },
      },
    ])
    expect(JSON.stringify(received).length).toBeLessThan(200)
  })

  test('tolerates BigInt, undefined and fields it does not know', async () => {
    const { post, received } = openListener()
    post({ ...ready, data: { value: 1n, nothing: undefined, mfaCode: null } })
    await settle()
    expect(received).toEqual([ready])
  })

  test('error: reveals nothing about an internal failure', async () => {
    const { post, received } = openListener(async () => {
      throw new Error('secret 0xdeadbeef')
    })
    post(ready)
    await settle()
    const { type, message } = internalFailure()
    expect(received).toEqual([{ id: 'id-0', event: ready.event, error: { type, message } }])
  })

  test('lets nothing out that the table does not name', async () => {
    const { post, received } = openListener(async () => ({ share: 'secret' }))
    post(ready)
    await settle()
    expect(received).toEqual([ready])
  })

  test('answers 64 requests at one time, refuses the next, and goes on', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { post, received } = openListener(async () => {
      await gate
      return {}
    })

    for (let n = 0; n <= maxOutstanding; n++) post({ ...ready, id: `id-${n}` })

    expect(received).toMatchObject([
      { id: 'id-64', error: { type: 'error', message: expect.stringContaining('code 429') } },
    ])
    release()
    await settle()
    post({ ...ready, id: 'id-65' })
    await settle()
    expect(received).toHaveLength(maxOutstanding + 2)
  })

  test('IFR-03: answers an id once, however often it is sent', async () => {
    const { post, received } = openListener()
    post(ready)
    post(ready)
    await settle()
    expect(received).toEqual([ready])
  })
})

describe('createFrame', () => {
  test('answers ready without a token, a record or a call', async () => {
    const { custody, openPage } = await createRig()
    const page = openPage()
    expect(dataOf(await page.send('privy:iframe:ready', {}))).toEqual({})
    expect(custody.calls).toEqual([])
  })

  test('answers mfa:clear', async () => {
    const { openPage } = await createRig()
    const answer = await openPage().send('privy:mfa:clear', { userId: `${userIdPrefix}ada` })
    expect(dataOf(answer)).toEqual({})
  })

  test.each(['', 'x', 'a.b', 'a.b.c', '..', `a.${btoa('null')}.c`, `a.${btoa('{"sub":1}')}.c`])(
    'error: refuses the token %j without a call',
    async (accessToken) => {
      const { custody, openPage } = await createRig()
      const answer = await openPage().send('privy:wallet:create', { accessToken })
      expect(['error', 'invalid_request_arguments']).toContain(errorOf(answer))
      expect(custody.calls).toEqual([])
    },
  )

  test("error: refuses another app's token without a call", async () => {
    const { custody, openPage } = await createRig()
    const claims = btoa(JSON.stringify({ sub: `${userIdPrefix}ada`, aud: 'other' }))
    const answer: FrameAnswer = await openPage().send('privy:wallet:create', {
      accessToken: `a.${claims}.c`,
    })
    expect(errorOf(answer)).toBe('error')
    expect(custody.calls).toEqual([])
  })
})
