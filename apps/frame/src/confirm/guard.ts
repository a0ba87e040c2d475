import { type EmbeddedChain, type FrameEvent, frameEvents } from '@sallyport/contract'
import type { Handlers, RequestContext } from '../protocol/handler.js'
import type { Confirmer, SigningRequest } from './confirmer.js'
import type { Look } from './screen/theme.js'

type Handle = (data: unknown, context: RequestContext) => Promise<unknown>

/**
 * The handlers of an app that enforces wallet screens: nothing is signed before the user approved it in the frame. In other apps
 * (`confirmsSigning` false) the user is asked about some calls of the page only.
 */
export function guard(
  handlers: Handlers,
  { loaded, ifLoaded }: LoadedConfirmer,
  confirmsSigning: boolean,
): Handlers {
  // Each entry comes from one row of the table; TypeScript cannot follow handler and data through the entries.
  const rows = Object.entries(handlers) as [FrameEvent, Handle][]
  const guarded = rows.map(([event, handle]): [FrameEvent, Handle] => {
    const { signs } = frameEvents[event]
    if (signs === null || !confirmsSigning) return [event, handle]
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

/** The confirmer of a page: one, so that one question is asked at a time. */
interface LoadedConfirmer {
  /** `look`: of its sheet, for the first that loads it. */
  loaded(look?: Look): Promise<Confirmer>
  ifLoaded(run: (confirmer: Confirmer) => void): Promise<void>
}

/** Loads the confirmer at its first use; a failed load is tried again by the next request. */
export function loadOnce(load: (look: Look | undefined) => Promise<Confirmer>): LoadedConfirmer {
  let confirmer: Promise<Confirmer> | undefined
  return {
    loaded(look) {
      confirmer ??= load(look).catch((error: unknown) => {
        confirmer = undefined
        throw error
      })
      return confirmer
    },
    async ifLoaded(run) {
      const loaded = await confirmer?.catch(() => undefined)
      if (loaded) run(loaded)
    },
  }
}
