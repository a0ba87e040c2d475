import { type FrameAnswer, type FrameEvent, frameEvents } from '@sallyport/contract'
import { FrameError, internalFailure, invalidArguments } from '../frame-error.js'
import { requireRecovery } from '../recovery/requested-recovery.js'
import type { RecoveryFields } from '../recovery/strategies.js'
import type { Handlers, RequestContext } from './handler.js'

/**
 * The answer to one request. Never rejects: what is not in the table, does not parse or fails inside becomes an error
 * with a type and a safe text.
 */
export async function dispatch(
  { id, event, data }: { id: string; event: string; data: unknown },
  handlers: Handlers,
  context: RequestContext,
): Promise<FrameAnswer> {
  try {
    if (!isFrameEvent(event)) throw invalidArguments('Unknown event')
    const input = frameEvents[event].data.safeParse(data)
    if (!input.success) throw invalidArguments()
    const { recovery, response } = frameEvents[event]
    if (recovery) requireRecovery(recovery, input.data as RecoveryFields) // in the schemas of these rows
    // The schema and the handler come from the same row; TypeScript cannot follow that through the union.
    const handle = handlers[event] as (data: unknown, context: RequestContext) => Promise<unknown>
    // Parsing the answer too lets nothing out that the table does not name.
    return { id, event, data: response.parse(await handle(input.data, context)) }
  } catch (error) {
    return { id, event, error: asAnswerError(allowedError(event, error)) }
  }
}

/** An event without a factor has no way to be asked again with one: its client would not understand the demand. */
function allowedError(event: string, error: unknown): unknown {
  const asksForFactor = error instanceof FrameError && error.type === 'missing_or_invalid_mfa'
  if (!asksForFactor || (isFrameEvent(event) && frameEvents[event].factor)) return error
  return internalFailure()
}

/** What the page may know about `error`. */
export function asAnswerError(error: unknown): Extract<FrameAnswer, { error: object }>['error'] {
  const { type, message, reason } = error instanceof FrameError ? error : internalFailure()
  return { type, message, ...(reason && { reason }) }
}

function isFrameEvent(event: string): event is FrameEvent {
  return Object.hasOwn(frameEvents, event)
}
