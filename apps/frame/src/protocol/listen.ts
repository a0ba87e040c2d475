import type { FrameAnswer, FrameNotice, FramePageConfig } from '@sallyport/contract'
import { FrameError, invalidArguments } from '../frame-error.js'
import { decodeMessage } from './decode.js'
import { asAnswerError, dispatch } from './dispatch.js'
import type { Handlers } from './handler.js'
import { isAllowedOrigin } from './origin.js'

/** Requests that may wait for an answer at one time. */
export const maxOutstanding = 64

/** The parts of `window` the protocol needs. */
export interface FrameWindow {
  readonly parent: unknown
  addEventListener(type: 'message', listener: (event: IncomingMessage) => void): void
}
/** The parts of a `MessageEvent` the protocol looks at. */
export interface IncomingMessage {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}

/**
 * Answers each request of the embedding page exactly once, to the page's window at the
 * page's origin, and posts nothing unasked (wire reference §20). Other windows and origins are not answered at all.
 */
export function listen(window: FrameWindow, handlers: Handlers, config: FramePageConfig): void {
  // Opened on its own, the page is its own parent and would be talking to itself.
  if (window.parent === window) return
  const outstanding = new Set<string>()

  window.addEventListener('message', ({ data, origin, source }) => {
    if (source !== window.parent || !isAllowedOrigin(origin, config)) return
    const request = decodeMessage(data)
    // A second request under an id that still waits could not be answered once.
    if (request.kind === 'ignored' || outstanding.has(request.id)) return
    const { id, event } = request
    const answer = (body: FrameAnswer) => post(source, body, origin)

    if (request.kind === 'refused') {
      answer({ id, event, error: asAnswerError(invalidArguments('The request is too large')) })
    } else if (outstanding.size >= maxOutstanding) {
      const busy = new FrameError('error', 'Too many requests at once, code 429. Try again later')
      answer({ id, event, error: asAnswerError(busy) })
    } else {
      outstanding.add(id)
      const notify = (notice: FrameNotice) => post(source, { id, event: notice, data: {} }, origin)
      void dispatch(request, handlers, { id, origin, notify })
        .then(answer)
        .finally(() => outstanding.delete(id))
    }
  })
}

function post(source: unknown, answer: FrameAnswer, origin: string): void {
  // `source` is `window.parent`: a window, but of another origin, so `instanceof` cannot say so.
  const page = source as { postMessage(message: unknown, targetOrigin: string): void }
  page.postMessage(answer, origin)
}
