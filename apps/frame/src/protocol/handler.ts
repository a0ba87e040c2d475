import type { FrameEvent, FrameResponseData, frameEvents } from '@sallyport/contract'
import type * as z from 'zod/mini'

/** Answers `E`: gets data its schema accepted, returns the answer's data or throws a `FrameError`. */
export type Handler<E extends FrameEvent> = (
  data: z.output<(typeof frameEvents)[E]['data']>,
) => Promise<FrameResponseData<E>>

/** One handler for every event of the table; a missing or extra one does not compile. */
export type Handlers = { readonly [E in FrameEvent]: Handler<E> }
