/* Loaded with the frame's page: what an app loads first carries no schema. */
import {
  type FrameEvent,
  type FrameRequestData,
  type FrameResponseData,
  frameEvents,
  frameNotices,
} from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { ClientError, FrameError, RpcError, type RpcErrorCode } from '../errors.js'
import { createOverlay } from './overlay.js'

const callTimeoutMs = 15_000
/** For events that derive or move keys (wire reference §20.3). */
const longCallTimeoutMs = 60_000
/** How often a call may run out of time while the user is asked: the frame itself ends that after five minutes. */
const askingRounds = 22

/** Requests to the frame and their answers. */
export interface Calls {
  /** Sends a request and gives its answer. Throws as `Frame.call`. */
  ask<E extends FrameEvent>(event: E, data: FrameRequestData<E>): Promise<FrameResponseData<E>>
  /** Takes what the frame posted; whatever is neither an answer to a waiting request nor a notice about one is ignored. */
  receive(message: unknown): void
  /** Rejects every waiting request: the frame is gone. */
  rejectAll(reason: Error): void
}

interface WaitingCall {
  event: FrameEvent
  resolve(data: unknown): void
  reject(error: Error): void
}

/**
 * Calls to one frame.
 *
 * @param deps.show  Shows the frame while it asks the user; see `OpenFrame.show`.
 */
export function createCalls({
  clock,
  post,
  show,
}: {
  clock: Environment['clock']
  post: (request: { id: string; event: FrameEvent; data: unknown }) => void
  show: (dismiss: () => void) => (() => void) | undefined
}): Calls {
  const waiting = new Map<string, WaitingCall>()
  const overlay = createOverlay({
    show,
    cancel: (requestId) => {
      calls.ask('sallyport:confirm:cancel', { requestId }).catch(() => undefined)
    },
  })
  let lastId = 0

  const calls: Calls = {
    ask(event, data) {
      const id = `id-${lastId++}`
      return new Promise((resolve, reject) => {
        waiting.set(id, {
          event,
          // `receive` parsed the data by the schema of this event.
          resolve: (answer) => resolve(answer as FrameResponseData<typeof event>),
          reject,
        })
        const timeoutMs = frameEvents[event].long ? longCallTimeoutMs : callTimeoutMs
        limitTime(id, timeoutMs, askingRounds)
        post({ id, event, data })
      })
    },
    receive(message) {
      // Extensions post here too: a message that is not an object has none of these fields, and another id finds nothing.
      const { id, event, data, error }: Record<string, unknown> = Object(message)
      const call = waiting.get(id as string)
      if (!call) return
      // An answer ends the asking as the notice does.
      overlay.setAsking(id as string, event === frameNotices[0])
      const isAnswer = error === undefined || Object(error) === error
      if (call.event !== event || !isAnswer) return
      waiting.delete(id as string)
      if (error) return call.reject(toError(error))
      const parsed = frameEvents[call.event].response.safeParse(data)
      if (parsed.success) call.resolve(parsed.data)
      else call.reject(new FrameError('error', 'Unknown answer'))
    },
    rejectAll(reason) {
      overlay.clear()
      for (const call of waiting.values()) call.reject(reason)
      waiting.clear()
    },
  }
  return calls

  /** Ends a call after `timeoutMs`; while the user is asked, about this call or one before it, it is given that time again. */
  function limitTime(id: string, timeoutMs: number, rounds: number) {
    clock.wait(timeoutMs).then(() => {
      if (overlay.isAsking() && rounds > 0) return limitTime(id, timeoutMs, rounds - 1)
      const call = waiting.get(id)
      waiting.delete(id)
      overlay.setAsking(id, false)
      call?.reject(new ClientError('frame_request_timeout'))
    })
  }
}

const rpcCodes: Readonly<Record<string, RpcErrorCode>> = {
  user_rejected: 4001,
  not_supported: 4200,
}

/** A refusal of the frame. What the user refused or did not answer, and what the app does not allow, has the code of EIP-1193. */
function toError(error: { type?: unknown; message?: unknown; reason?: unknown }): Error {
  const [type, message] = [String(error.type), String(error.message)]
  const code = rpcCodes[type]
  if (code !== undefined) return new RpcError(code, { message })
  return new FrameError(type, message, typeof error.reason === 'string' ? error.reason : undefined)
}
