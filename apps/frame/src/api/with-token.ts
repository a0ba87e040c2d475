import type { FrameEvent } from '@sallyport/contract'
import type { Handlers, RequestContext } from '../protocol/handler.js'
import type { VerifyToken } from './verify-token.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>

/** The same handlers for requests that carry an access token: it is verified before anything else is done (T-30). */
export function withToken(handlers: Handlers, verify: VerifyToken): Handlers {
  let verifying: Promise<void> = Promise.resolve()
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const wrapped = rows.map(([event, handle]): [FrameEvent, Handle] => [
    event,
    async (data, context) => {
      const { accessToken } = data as { accessToken?: string } // rows that carry none lack the field
      if (accessToken === undefined) {
        // A request to cancel or to forget does not overtake those that came before it.
        await verifying
      } else {
        const verified = verify(accessToken)
        verifying = Promise.allSettled([verifying, verified]).then(() => undefined)
        await verified
      }
      return handle(data, context)
    },
  ])
  return Object.fromEntries(wrapped) as Handlers // one entry per event, as in `handlers`
}
