import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEnvironment } from '../environment.js'
import { createTestClock } from '../test-kit/clock.js'
import { createFrameHost, type FrameHandlers } from '../test-kit/frame.js'
import { testAppId } from '../test-kit/server.js'
import { createMemoryStorage } from '../test-kit/storage.js'
import type { FrameHost } from './browser-host.js'
import { createFrame, type Frame } from './frame.js'

const origin = 'https://auth.example.com'
const connect = {
  accessToken: 'token',
  entropyId: '0x1',
  entropyIdVerifier: 'ethereum-address-verifier',
} as const
let opened: Frame[] = []

afterEach(() => {
  for (const frame of opened) frame.destroy()
  opened = []
})

function open(
  handlers: FrameHandlers = {},
  change: (host: FrameHost) => FrameHost = (host) => host,
) {
  const clock = createTestClock()
  const stage = createFrameHost(origin, handlers)
  const environment = createEnvironment({
    appId: testAppId,
    apiUrl: origin,
    clientId: 'client-1',
    storage: createMemoryStorage(),
    clock,
  })
  const frame = createFrame(environment, {
    frameHost: change(stage.host),
    walletBuild: 'a1b2',
  })
  opened.push(frame)
  return { frame, clock, ...stage }
}

describe('createFrame', () => {
  test('opens nothing before the first call, and one frame for many', async () => {
    const { frame, frames } = open({ 'privy:wallets:connect': () => ({ entropyId: '0x1' }) })
    expect(frames).toHaveLength(0)

    await Promise.all([1, 2, 3].map(() => frame.call('privy:wallets:connect', connect)))

    expect(frames).toHaveLength(1)
    expect(frames[0]?.url).toMatch(
      new RegExp(
        `^${origin}/apps/${testAppId}/embedded-wallets\\?caid=[\\da-f-]{36}&client_id=client-1&build=a1b2$`,
      ),
    )
  })

  test('posts objects with ids of their own to the exact origin', async () => {
    const { frame, posts } = open({ 'privy:wallets:connect': () => ({ entropyId: '0x1' }) })

    await frame.call('privy:wallets:connect', connect)

    expect(new Set(posts.map((post) => post.id)).size).toBe(posts.length)
    expect(posts.every((post) => post.origin === origin)).toBe(true)
    expect(posts.at(-1)).toMatchObject({
      id: 'id-1',
      event: 'privy:wallets:connect',
      data: connect,
    })
  })

  test('pings again until the frame answers', async () => {
    const { frame, handlers, posts } = open()
    const silent = new Promise(() => undefined)
    handlers['privy:iframe:ready'] = () => (posts.length < 4 ? silent : {})

    await frame.load()

    expect(posts).toHaveLength(4)
  })

  test('error: gives up a page that loaded and does not answer for 4.5 s, and says why; the next call tries anew', async () => {
    const { frame, handlers, frames, posts } = open()
    handlers['privy:iframe:ready'] = () => new Promise(() => undefined)

    await expect(frame.load()).rejects.toMatchObject({
      code: 'frame_unavailable',
      message: expect.stringContaining('domains'),
    })
    expect(posts).toHaveLength(30)
    expect(frames[0]?.removed).toBe(true)

    handlers['privy:iframe:ready'] = () => ({})
    await frame.load()
    expect(frames).toHaveLength(2)
  })

  test('error: names the other setting when this page is inside of another site’s', async () => {
    vi.stubGlobal('window', { parent: {} })
    const { frame, handlers } = open()
    handlers['privy:iframe:ready'] = () => new Promise(() => undefined)

    await expect(frame.load()).rejects.toThrow('allowed embedders')
    vi.unstubAllGlobals()
  })

  test('error: says so when the page never loads', async () => {
    const { frame, clock } = open({}, (host) => ({
      ...host,
      open: (url) => ({ ...host.open(url), loaded: new Promise(() => undefined) }),
    }))

    const load = frame.load()
    clock.advance(40_500)

    await expect(load).rejects.toMatchObject({
      code: 'frame_unavailable',
      message: 'The wallet page did not load',
    })
  })

  test('error: the frame’s refusal keeps its type', async () => {
    const { frame } = open({
      'privy:wallets:connect': () => {
        throw { type: 'wallet_not_on_device', message: 'No share' }
      },
    })

    await expect(frame.call('privy:wallets:connect', connect)).rejects.toMatchObject({
      name: 'FrameError',
      type: 'wallet_not_on_device',
      message: 'No share',
    })
  })

  test.each([
    ['privy:wallets:connect', connect, 15_000],
    ['privy:wallets:recover', connect, 60_000],
    ['privy:wallet:create', { accessToken: 'token' }, 60_000],
  ] as const)('error: %s ends after its time', async (event, data, limitMs) => {
    const { frame, clock } = open()
    await frame.load()
    const onEnd = vi.fn()

    const answer = frame.call(event, data)
    answer.catch(onEnd)
    await new Promise((resolve) => setTimeout(resolve, 1))
    clock.advance(limitMs - 1)
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(onEnd).not.toHaveBeenCalled()
    clock.advance(1)

    await expect(answer).rejects.toMatchObject({ code: 'frame_request_timeout' })
  })

  test('IFR-02 ignores what does not come from the frame, or is not an answer', async () => {
    const { frame, frames, posts, deliver, handlers } = open()
    await frame.load()
    const onAnswer = vi.fn()

    const call = frame.call('privy:wallets:connect', connect)
    call.then(onAnswer, onAnswer)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const { id, event } = posts.at(-1)!
    const source = frames[0]!.window
    const forged = { id, event, data: { entropyId: 'forged' } }
    deliver({ source, origin: `${origin}.evil.example`, data: forged })
    deliver({ source, origin: 'null', data: forged })
    deliver({ source: {}, origin, data: forged })
    deliver({ source: null, origin, data: forged })
    deliver({ source, origin, data: JSON.stringify(forged) })
    deliver({ source, origin, data: { ...forged, id: 'id-999' } })
    deliver({ source, origin, data: { ...forged, event: 'privy:wallets:recover' } })
    deliver({ source, origin, data: { ...forged, event: 'constructor' } })
    deliver({ source, origin, data: null })
    deliver({ source, origin, data: { id, event, error: 'text' } })
    await new Promise((resolve) => setTimeout(resolve, 1))

    expect(handlers['privy:wallets:connect']).toBeUndefined()
    expect(onAnswer).not.toHaveBeenCalled()
    deliver({ source, origin, data: { id, event, data: { entropyId: 'real' } } })
    deliver({ source, origin, data: forged })
    expect(await call).toEqual({ entropyId: 'real' })
  })

  test('error: refuses an answer of another form', async () => {
    const { frame } = open({ 'privy:wallets:connect': () => ({ entropyId: 7 }) })

    await expect(frame.call('privy:wallets:connect', connect)).rejects.toMatchObject({
      type: 'error',
    })
  })

  test('error: destroy removes the frame and ends the calls under way', async () => {
    const { frame, frames } = open()
    await frame.load()

    const call = frame.call('privy:wallets:connect', connect)
    await new Promise((resolve) => setTimeout(resolve, 1))
    frame.destroy()

    await expect(call).rejects.toMatchObject({ code: 'client_destroyed' })
    expect(frames[0]?.removed).toBe(true)
  })

  test('tell does not load a frame', () => {
    const { frame, frames } = open()

    frame.tell('privy:mfa:clear', {})

    expect(frames).toHaveLength(0)
  })

  describe('a frame that asks a person', () => {
    /** A call the frame holds until it is answered here, and how often the frame was shown and hidden. */
    async function asking() {
      const shown: string[] = []
      let dismiss = () => {}
      const stage = open({}, (host) => ({
        ...host,
        open: (url) => ({
          ...host.open(url),
          show(onDismiss) {
            shown.push('show')
            dismiss = onDismiss
            return () => void shown.push('hide')
          },
        }),
      }))
      const { frame, posts, frames, deliver } = stage
      await frame.load()
      const turn = () => new Promise((resolve) => setTimeout(resolve, 1))
      const call = frame.call('privy:wallets:connect', connect)
      call.catch(() => undefined)
      await turn()
      const { id, event } = posts.at(-1)!
      const say = (message: object) =>
        deliver({ source: frames[0]!.window, origin, data: { id, event, ...message } })
      return { ...stage, call, id, shown, say, turn, dismiss: () => dismiss() }
    }

    test('is shown from the notice to the answer, and the time stands still meanwhile', async () => {
      const { say, shown, clock, call, turn } = await asking()

      say({ event: 'sallyport:confirm:show', data: {} })
      say({ event: 'sallyport:confirm:show', data: {} })
      for (let count = 0; count < 8; count += 1) {
        clock.advance(15_000)
        await turn()
      }
      expect(shown).toEqual(['show'])
      say({ event: 'sallyport:confirm:hide', data: {} })
      say({ data: { entropyId: '0x1' } })

      expect(await call).toEqual({ entropyId: '0x1' })
      expect(shown).toEqual(['show', 'hide'])
    })

    test('a call behind it waits too: the frame answers one after the other', async () => {
      const { say, frame, posts, clock, turn, deliver, frames } = await asking()
      say({ event: 'sallyport:confirm:show', data: {} })
      const behind = frame.call('privy:wallets:connect', connect)
      await turn()
      const { id, event } = posts.at(-1)!
      for (let count = 0; count < 8; count += 1) {
        clock.advance(15_000)
        await turn()
      }
      deliver({
        source: frames[0]!.window,
        origin,
        data: { id, event, data: { entropyId: '0x2' } },
      })

      expect(await behind).toEqual({ entropyId: '0x2' })
    })

    test('error: its time is not endless', async () => {
      const { say, shown, clock, call, turn } = await asking()
      say({ event: 'sallyport:confirm:show', data: {} })
      for (let count = 0; count < 25; count += 1) {
        clock.advance(15_000)
        await turn()
      }

      await expect(call).rejects.toMatchObject({ code: 'frame_request_timeout' })
      expect(shown).toEqual(['show', 'hide'])
    })

    test('error: what a person refused is 4001', async () => {
      const { say, call } = await asking()

      say({ error: { type: 'user_rejected', message: 'The request was rejected' } })

      await expect(call).rejects.toMatchObject({ name: 'RpcError', code: 4001 })
    })

    test('error: what the app does not allow is 4200', async () => {
      const { say, call } = await asking()

      say({ error: { type: 'not_supported', message: 'Not allowed' } })

      await expect(call).rejects.toMatchObject({ name: 'RpcError', code: 4200 })
    })

    test('closing it by the page’s means gives the request up', async () => {
      const { say, dismiss, posts, id } = await asking()
      say({ event: 'sallyport:confirm:show', data: {} })

      dismiss()

      expect(posts.at(-1)).toMatchObject({
        event: 'sallyport:confirm:cancel',
        data: { requestId: id },
      })
    })

    test('error: another caller cannot have it shown', async () => {
      const { deliver, frames, id, shown } = await asking()
      const data = { id, event: 'sallyport:confirm:show', data: {} }

      deliver({ source: {}, origin, data })
      deliver({ source: frames[0]!.window, origin: 'https://evil.example', data })
      deliver({ source: frames[0]!.window, origin, data: { ...data, id: 'id-999' } })

      expect(shown).toEqual([])
    })
  })
})
