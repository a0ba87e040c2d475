import type { FrameHost, FrameMessage } from '../frame/browser-host.js'

/** A key of the wallet frame, with the registration that the test server takes. */
export const registeredKey = 'key of the frame.registered'

/** What a stand-in frame answers: data, or a thrown `{ type, message }`. */
export type FrameHandlers = Record<string, (data: Record<string, unknown>) => unknown>

/** A frame host without a browser: the frame answers by `handlers`; tests may also speak in its place. */
export function createFrameHost(origin: string, handlers: FrameHandlers = {}) {
  const listeners = new Set<(message: FrameMessage) => void>()
  const posts: { id: string; event: string; data: Record<string, unknown>; origin: string }[] = []
  const frames: { url: string; window: object; removed: boolean }[] = []
  const all: FrameHandlers = {
    'privy:iframe:ready': () => ({}),
    'sallyport:grant:key': () => ({ walletKey: null }),
    ...handlers,
  }
  const deliver = (message: FrameMessage) => {
    for (const listener of [...listeners]) listener(message)
  }
  const host: FrameHost = {
    openIn: (_, url) => host.open(url),
    open(url) {
      const frame = { url, window: {}, removed: false }
      frames.push(frame)
      return {
        window: frame.window,
        loaded: Promise.resolve(),
        post(message, target) {
          const request = message as (typeof posts)[number]
          posts.push({ ...request, origin: target })
          void reply(frame.window, request)
        },
        remove() {
          frame.removed = true
        },
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    host,
    posts,
    frames,
    handlers: all,
    deliver,
    /** Events posted so far but for the greeting. */
    events: () => posts.map((post) => post.event).filter((event) => event !== 'privy:iframe:ready'),
  }

  async function reply(source: object, { id, event, data }: (typeof posts)[number]) {
    const handler = all[event]
    if (!handler) return
    try {
      deliver({ source, origin, data: { id, event, data: await handler(data) } })
    } catch (error) {
      deliver({ source, origin, data: { id, event, error } })
    }
  }
}
