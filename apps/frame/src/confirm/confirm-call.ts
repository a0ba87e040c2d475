import { confirmation, type FrameRequestData, type FrameResponseData } from '@sallyport/contract'
import type { CallRoute } from '../api/call-route.js'
import type { RequestContext } from '../protocol/handler.js'
import type { Confirmer } from './confirmer.js'
import type { Look } from './screen/theme.js'

/** What a call is confirmed with. */
export interface ConfirmingDeps {
  call: CallRoute
  loadConfirmer: (look: Look) => Promise<Confirmer>
}

/**
 * Shows what the user has to confirm of a call of the page, and carries it out once they have pressed here.
 *
 * @throws CallFailure what the server refused; FrameError what the user did.
 */
export async function confirmCall(
  { call, loadConfirmer }: ConfirmingDeps,
  { accessToken, request, theme, accent }: FrameRequestData<'sallyport:request:confirm'>,
  context: RequestContext,
): Promise<FrameResponseData<'sallyport:request:confirm'>> {
  const given = { body: { request } }
  const { asks } = await call(confirmation.describe, given, accessToken)
  const confirmer = await loadConfirmer({ appName: '', theme, accentColor: accent ?? null })
  await confirmer.confirmAsked({ accessToken, asks }, context)
  const { answer } = await call(confirmation.confirm, given, accessToken)
  return { answer }
}
