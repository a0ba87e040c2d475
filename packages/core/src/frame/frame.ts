import {
  attempts,
  type FrameEvent,
  type FrameRequestData,
  type FrameResponseData,
  type frameEvents,
  frameNotices,
} from '@sallyport/contract'
import { analyticsId, type Environment } from '../environment.js'
import { ClientError, FrameError, RpcError } from '../errors.js'
import type { FrameHost, FrameMessage, OpenFrame } from './browser-host.js'

const { delayMs: pingEveryMs, count: pingAttempts } = attempts
const callTimeoutMs = 15_000
const longCallTimeoutMs = 60_000
/** How often a call may run out of time while a person is asked: the frame itself ends that after five minutes. */
const askingRounds = 22
/** Events that derive or move keys (wire reference §20.3), of every chain. */
const longEvents = /:(create|recover)$/

/** The wallet frame: one hidden iframe on the server's origin, loaded when first needed. */
export interface Frame {
  /** Loads the frame and waits until it answers. Throws ClientError `frame_unavailable` saying why it did not. */
  load(): Promise<void>
  /**
   * The frame's answer to `event`.
   *
   * @throws FrameError what the frame refused; RpcError 4001 what a person refused in the frame; ClientError
   *   `frame_unavailable`, `frame_request_timeout`.
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
  /** Calls about which the frame asks a person. */
  const asking = new Set<string>()
  let opened: Opened | null = null
  let schemas: typeof frameEvents | null = null
  let hideFrame: (() => void) | undefined
  let isReady = false
  let lastId = 0

  const frame: Frame = {
    load: () => open().ready,
    async call(event, data) {
      await frame.load()
      return ask(event, data, longEvents.test(event) ? longCallTimeoutMs : callTimeoutMs)
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
    asking.clear()
    hideFrame = undefined
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
      limit(id, timeoutMs, askingRounds)
      opened?.frame.post({ id, event, data }, apiUrl)
    })
  }

  /** Ends a call after `timeoutMs`; while a person is asked, it is given that time again. */
  function limit(id: string, timeoutMs: number, rounds: number) {
    clock.wait(timeoutMs).then(() => {
      if (asking.has(id) && rounds > 0) return limit(id, timeoutMs, rounds - 1)
      const call = waiting.get(id)
      waiting.delete(id)
      mark(id, false)
      call?.reject(new ClientError('frame_request_timeout'))
    })
  }

  function receive(message: FrameMessage) {
    if (message.origin !== apiUrl || message.source !== opened?.frame.window) return
    // Extensions speak here too: what is no object has none of these fields, and another id finds nothing.
    const { id, event, data, error }: Record<string, unknown> = Object(message.data)
    const call = waiting.get(id as string)
    if (!call) return
    // An answer ends the asking as the notice does.
    mark(id as string, event === frameNotices[0])
    const isAnswer = error === undefined || Object(error) === error
    if (call.event !== event || !isAnswer) return
    waiting.delete(id as string)
    if (error) return call.reject(refusal(error))
    const parsed = schemas?.[call.event].response.safeParse(data)
    if (parsed?.success) call.resolve(parsed.data)
    else call.reject(new FrameError('error', 'Unknown answer'))
  }

  /** Has the frame in front of everything while it asks; closed by other means, everything asked is given up. */
  function mark(id: string, isAsking: boolean) {
    asking[isAsking ? 'add' : 'delete'](id)
    if (asking.size > 0) hideFrame ??= opened?.frame.show?.(dismiss)
    else {
      hideFrame?.()
      hideFrame = undefined
    }
  }

  function dismiss() {
    for (const requestId of asking) frame.tell('sallyport:confirm:cancel', { requestId })
  }
}

/** A refusal of the frame; what a person refused, or left without an answer, has its code in EIP-1193. */
function refusal(error: { type?: unknown; message?: unknown }): Error {
  const [type, message] = [String(error.type), String(error.message)]
  return type === 'user_rejected' ? new RpcError(4001, { message }) : new FrameError(type, message)
}
