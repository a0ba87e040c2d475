import {
  attempts,
  type FrameEvent,
  type FrameRequestData,
  type FrameResponseData,
  type frameEvents,
} from '@sallyport/contract'
import { analyticsId, type Environment } from '../environment.js'
import { ClientError, FrameError } from '../errors.js'
import type { FrameHost, FrameMessage, OpenFrame } from './browser-host.js'

const { delayMs: pingEveryMs, count: pingAttempts } = attempts
const callTimeoutMs = 15_000
const longCallTimeoutMs = 60_000
/** Events that derive or move keys (wire reference §20.3). */
const longEvents: ReadonlySet<FrameEvent> = new Set([
  'privy:wallet:create',
  'privy:wallets:create',
  'privy:solana-wallet:create',
  'privy:wallet:recover',
  'privy:wallets:recover',
  'privy:solana-wallet:recover',
])

/** The wallet frame: one hidden iframe on the server's origin, loaded when first needed. */
export interface Frame {
  /** Loads the frame and waits until it answers. Throws ClientError `frame_unavailable` saying why it did not. */
  load(): Promise<void>
  /**
   * The frame's answer to `event`.
   *
   * @throws FrameError what the frame refused; ClientError `frame_unavailable`, `frame_request_timeout`.
   */
  call<E extends FrameEvent>(event: E, data: FrameRequestData<E>): Promise<FrameResponseData<E>>
  /** Sends `event` if the frame is loaded, ignoring the answer. */
  tell<E extends FrameEvent>(event: E, data: FrameRequestData<E>): void
  /** Removes the frame; calls under way reject. The next call loads it again. */
  destroy(): void
}

interface Waiting {
  event: FrameEvent
  resolve(data: unknown): void
  reject(error: Error): void
}
interface Opened {
  frame: OpenFrame
  ready: Promise<void>
  stop(): void
}

/** A frame client over `host`; nothing is loaded yet. */
export function createFrame(environment: Environment, host: FrameHost): Frame {
  const { apiUrl, clock } = environment
  const waiting = new Map<string, Waiting>()
  let opened: Opened | null = null
  let schemas: typeof frameEvents | null = null
  let isReady = false
  let lastId = 0

  const frame: Frame = {
    load: () => open().ready,
    async call(event, data) {
      await frame.load()
      return ask(event, data, longEvents.has(event) ? longCallTimeoutMs : callTimeoutMs)
    },
    tell(event, data) {
      if (isReady) ask(event, data, callTimeoutMs).catch(() => undefined)
    },
    destroy: () => close(new ClientError('client_destroyed')),
  }
  return frame

  function open(): Opened {
    if (opened) return opened
    const { appId, clientId } = environment
    const query = new URLSearchParams({ caid: analyticsId(environment) })
    if (clientId) query.set('client_id', clientId)
    const stop = host.listen(receive)
    const page = host.open(`${apiUrl}/apps/${appId}/embedded-wallets?${query}`)
    const ready = greet(page).catch((error: Error) => {
      if (opened?.frame === page) close(error)
      throw error
    })
    opened = { frame: page, ready, stop }
    return opened
  }

  function close(reason: Error) {
    const before = opened
    opened = null
    isReady = false
    before?.stop()
    before?.frame.remove()
    for (const each of waiting.values()) each.reject(reason)
    waiting.clear()
  }

  /** Pings until answered. Before the page has loaded a ping could only be lost, noisily. */
  async function greet(page: OpenFrame): Promise<void> {
    let isLoaded = false
    let isAnswered = false
    const answered = Promise.all([page.loaded, loadSchemas()]).then(
      () => {
        isLoaded = true
      },
      () => undefined, // The schemas did not load: told as below, and tried again with the next page.
    )
    await Promise.race([answered, clock.wait(pingEveryMs * pingAttempts)])
    if (!isLoaded) {
      throw new ClientError('frame_unavailable', { message: 'The wallet page did not load' })
    }
    for (let attempt = 0; attempt < pingAttempts && !isAnswered; attempt += 1) {
      if (opened && opened.frame !== page) throw new ClientError('client_destroyed')
      const pong = ask('privy:iframe:ready', {}, callTimeoutMs).then(
        () => {
          isAnswered = true
        },
        () => undefined,
      )
      await Promise.race([pong, clock.wait(pingEveryMs)])
    }
    if (!isAnswered) {
      const message = 'The wallet page does not answer: is this origin among the app’s domains?'
      throw new ClientError('frame_unavailable', { message })
    }
    isReady = true
  }

  /** Beside the page; nothing is asked before both are there. */
  async function loadSchemas(): Promise<void> {
    schemas ??= (await import('./answer-schemas.js')).frameEvents
  }

  function ask<E extends FrameEvent>(
    event: E,
    data: FrameRequestData<E>,
    timeoutMs: number,
  ): Promise<FrameResponseData<E>> {
    const id = `id-${lastId++}`
    return new Promise((resolve, reject) => {
      waiting.set(id, {
        event,
        // `receive` parsed the data by the schema of this event.
        resolve: (answer) => resolve(answer as FrameResponseData<E>),
        reject,
      })
      clock.wait(timeoutMs).then(() => {
        if (waiting.delete(id)) reject(new ClientError('frame_request_timeout'))
      })
      opened?.frame.post({ id, event, data }, apiUrl)
    })
  }

  function receive(message: FrameMessage) {
    if (message.origin !== apiUrl || message.source !== opened?.frame.window) return
    const answer = readAnswer(message.data)
    const call = answer && waiting.get(answer.id)
    if (!answer || !call || call.event !== answer.event) return
    waiting.delete(answer.id)
    if (answer.error) return call.reject(new FrameError(answer.error.type, answer.error.message))
    const parsed = schemas?.[call.event].response.safeParse(answer.data)
    if (parsed?.success) call.resolve(parsed.data)
    else call.reject(new FrameError('error', 'The wallet answered in an unknown form'))
  }
}

interface Answer {
  id: string
  event: string
  data?: unknown
  error?: { type: string; message: string }
}

/** A message as an answer, or null: the frame may also speak to others, and so may extensions. */
function readAnswer(data: unknown): Answer | null {
  if (!data || typeof data !== 'object' || !('id' in data) || !('event' in data)) return null
  const { id, event } = data
  if (typeof id !== 'string' || typeof event !== 'string') return null
  if (!('error' in data)) return { id, event, data: 'data' in data ? data.data : undefined }
  const error = data.error
  if (!error || typeof error !== 'object') return null
  const type = 'type' in error ? String(error.type) : 'error'
  const message = 'message' in error ? String(error.message) : ''
  return { id, event, error: { type, message } }
}
