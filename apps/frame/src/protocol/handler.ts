import type { FrameEvent, FrameNotice, FrameResponseData, frameEvents } from '@sallyport/contract'
import type * as z from 'zod/mini'

/** What a handler knows of the request besides its data, and how it notifies the page before the answer. */
export interface RequestContext {
  readonly id: string
  /** The page's origin: one of the app's. */
  readonly origin: string
  notify(notice: FrameNotice): void
}

/** Answers `E`: gets data its schema accepted, returns the answer's data or throws a `FrameError`. */
export type Handler<E extends FrameEvent> = (
  data: z.output<(typeof frameEvents)[E]['data']>,
  context: RequestContext,
) => Promise<FrameResponseData<E>>

/** One handler for every event of the table; a missing or extra one does not compile. */
export type Handlers = { readonly [E in FrameEvent]: Handler<E> }

/** The handlers of the events whose names begin with `Prefix`. */
export type HandlersOf<Prefix extends string> = Pick<
  Handlers,
  Extract<FrameEvent, `${Prefix}${string}`>
>
