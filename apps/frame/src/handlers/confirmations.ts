import { confirmation } from '@sallyport/contract'
import { asFrameError } from '../api/as-frame-error.js'
import type { CallRoute } from '../api/call-route.js'
import type { Confirmer } from '../confirm/confirmer.js'
import type { Look } from '../confirm/screen/theme.js'
import type { HandlersOf } from '../protocol/handler.js'

/** Shows what the user has to confirm of a call of the page, and carries it out once they have pressed here. */
export function confirmationHandlers({
  call,
  loadConfirmer,
}: {
  call: CallRoute
  loadConfirmer: (look: Look) => Promise<Confirmer>
}): HandlersOf<'sallyport:request:'> {
  return {
    'sallyport:request:confirm': async ({ accessToken, request, theme, accent }, context) => {
      const given = { body: { request } }
      const carriedOut = async () => {
        const { asks } = await call(confirmation.describe, given, accessToken)
        const confirmer = await loadConfirmer({ appName: '', theme, accentColor: accent })
        await confirmer.confirmAsked({ accessToken, asks }, context)
        return call(confirmation.confirm, given, accessToken)
      }
      try {
        const { answer } = await carriedOut()
        return { answer }
      } catch (error) {
        throw asFrameError(error)
      }
    },
  }
}
