import { type EmbeddedChain, type FrameEvent, frameEvents } from '@sallyport/contract'
import type { Handlers, RequestContext } from '../protocol/handler.js'
import type { Confirmer, SigningRequest } from './confirmer.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>

/** The handlers of an app that enforces wallet screens: nothing is signed before the user approved it in the frame. */
export function guard(handlers: Handlers, load: () => Promise<Confirmer>): Handlers {
  const { loaded, ifLoaded } = loadOnce(load)
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const guarded = rows.map(([event, handle]): [FrameEvent, Handle] => {
    const { signs } = frameEvents[event]
    if (signs === null) return [event, handle]
    return [event, (data, context) => confirmThenRun({ signs, data, context, handle })]
  })
  return {
    ...(Object.fromEntries(guarded) as Handlers), // one entry per event, as in `handlers`
    'privy:mfa:clear': async (data, context) => {
      await ifLoaded((confirmer) => confirmer.refuseUser(data.userId ?? null))
      return handlers['privy:mfa:clear'](data, context)
    },
    'sallyport:confirm:cancel': async ({ requestId }) => {
      await ifLoaded((confirmer) => confirmer.cancel(requestId))
      return {}
    },
  }

  async function confirmThenRun({
    signs,
    data,
    context,
    handle,
  }: {
    signs: EmbeddedChain | 'requested'
    data: unknown
    context: RequestContext
    handle: Handle
  }) {
    // Rows with `signs` carry a token and a request, and those with `requested` a chain; their schema has accepted them.
    const asked = data as SigningRequest
    const question = { ...asked, chainType: signs === 'requested' ? asked.chainType : signs }
    await (await loaded()).confirm(question, context)
    return handle(data, context)
  }
}

/** Loads the confirmer at its first use; a failed load is tried again by the next request. */
function loadOnce(load: () => Promise<Confirmer>) {
  let confirmer: Promise<Confirmer> | undefined
  return {
    loaded() {
      confirmer ??= load().catch((error: unknown) => {
        confirmer = undefined
        throw error
      })
      return confirmer
    },
    async ifLoaded(run: (confirmer: Confirmer) => void): Promise<void> {
      const loaded = await confirmer?.catch(() => undefined)
      if (loaded) run(loaded)
    },
  }
}
