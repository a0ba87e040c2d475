import type { FrameEvent } from '@sallyport/contract'
import { FrameError } from '../frame-error.js'
import type { Handlers, RequestContext } from '../protocol/handler.js'
import type { Factors } from './factors.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>
type Carried = {
  accessToken?: string
  mfaMethod?: string | null
  mfaCode?: unknown
  relyingParty?: string | null
}

/**
 * The same handlers for requests that carry a second factor: it is proven first, and the request is refused when it is wrong.
 * A factor that the server takes no longer is forgotten, so that the next one is sent to it.
 */
export function withFactor(handlers: Handlers, factors: Factors): Handlers {
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const wrapped = rows.map(([event, handle]): [FrameEvent, Handle] => [
    event,
    async (data, context) => {
      const { accessToken, mfaMethod, mfaCode, relyingParty } = data as Carried // rows that carry none lack the fields
      if (accessToken === undefined) return handle(data, context)
      if (mfaMethod) await factors.verify(accessToken, { mfaMethod, mfaCode, relyingParty })
      try {
        return await handle(data, context)
      } catch (error) {
        const isMissing = error instanceof FrameError && error.type === 'missing_or_invalid_mfa'
        if (isMissing) factors.drop(accessToken)
        throw error
      }
    },
  ])
  return Object.fromEntries(wrapped) as Handlers // one entry per event, as in `handlers`
}
