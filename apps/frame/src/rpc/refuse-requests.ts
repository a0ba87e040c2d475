import { type FrameEvent, frameEvents } from '@sallyport/contract'
import { FrameError } from '../frame-error.js'
import type { Handlers, RequestContext } from '../protocol/handler.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>
/** Requests that an app may let its pages make. */
type Refusable = 'rawDigests' | 'authorizations'

/** A request to sign, as the schema of its event accepted it. */
interface SigningRequest {
  method: string
  params?: unknown
}

const refusals = {
  /** Signs 32 bytes as they are (wire reference §20.4): anything, a transaction or a proof of custody among it (T-18). */
  rawDigests: {
    isMeant: ({ method }: SigningRequest) => method === 'secp256k1_sign',
    message: 'This app does not allow signatures of raw hashes',
  },
  /** Lets a contract act for the account, for good (EIP-7702, SIG-08). */
  authorizations: {
    isMeant: ({ method, params }: SigningRequest) =>
      method === 'eth_sign7702Authorization' ||
      (method === 'eth_signTransaction' && Array.isArray(params) && isType4(params[0])),
    message: 'This app does not allow EIP-7702 authorizations',
  },
} satisfies Record<Refusable, { isMeant: (request: SigningRequest) => boolean; message: string }>

/** The handlers of an app that does not allow its pages all requests: those are refused before the user is asked. */
export function refuseRequests(
  handlers: Handlers,
  allowed: Readonly<Record<Refusable, boolean>>,
): Handlers {
  // The keys are the requests.
  const refused = (Object.keys(refusals) as Refusable[]).filter((each) => !allowed[each])
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const guarded = rows.map(([event, handle]): [FrameEvent, Handle] => {
    if (frameEvents[event].signs === null) return [event, handle]
    return [
      event,
      async (data, context) => {
        // Rows with `signs` carry a request; their schema has accepted it.
        const { request } = data as { request: SigningRequest }
        const reason = refused.find((each) => refusals[each].isMeant(request))
        if (reason) throw new FrameError('not_supported', refusals[reason].message)
        return handle(data, context)
      },
    ]
  })
  return Object.fromEntries(guarded) as Handlers // one entry per event, as in `handlers`
}

/** Whether a transaction carries authorizations, in any of the spellings that are read. */
function isType4(transaction: unknown): boolean {
  if (typeof transaction !== 'object' || transaction === null) return false
  const { type, authorizationList }: { type?: unknown; authorizationList?: unknown } = transaction
  return authorizationList != null || ['4', '0x4', 'eip7702'].includes(String(type))
}
