import { type FrameEvent, frameEvents } from '@sallyport/contract'
import { FrameError } from '../frame-error.js'
import type { Handlers, RequestContext } from '../protocol/handler.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>

/** The method that signs 32 bytes as they are (wire reference §20.4). */
const rawDigestMethod = 'secp256k1_sign'

/**
 * The handlers of an app that does not let pages ask for signatures of raw hashes: such a signature can be anything, a
 * transaction or a proof of custody among it, and no screen can say what (T-18).
 */
export function refuseRawDigests(handlers: Handlers): Handlers {
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const guarded = rows.map(([event, handle]): [FrameEvent, Handle] => {
    if (frameEvents[event].signs === null) return [event, handle]
    return [
      event,
      async (data, context) => {
        // Rows with `signs` carry a request; their schema has accepted it.
        const { request } = data as { request: { method: string } }
        if (request.method === rawDigestMethod) throw notAllowed()
        return handle(data, context)
      },
    ]
  })
  return Object.fromEntries(guarded) as Handlers // one entry per event, as in `handlers`
}

function notAllowed(): FrameError {
  return new FrameError('not_supported', 'This app does not allow signatures of raw hashes')
}
