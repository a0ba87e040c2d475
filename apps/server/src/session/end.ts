import { ApiError } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { tokenHashes } from '../authority/bound-token.js'
import { readUsedToken, revokeSessions } from '../db/sessions.js'
import type { Deps } from '../deps.js'
import { firstFound } from './first-found.js'

/** What a logout shows; either of the two is enough. */
interface Leaving {
  app: App
  /** Session of a well-signed access token, which may have expired. */
  sessionId: string | undefined
  /** A refresh token, used or not. */
  refreshToken: string | undefined
}

/**
 * Ends the sessions of what is shown, so that leaving works however long ago the last access token expired.
 *
 * @throws ApiError `already_logged_out` when they were over; `missing_or_invalid_token` when nothing shown is ours.
 */
export async function endSession(deps: Deps, leaving: Leaving): Promise<void> {
  const { app, sessionId, refreshToken } = leaving
  const appId = app.id
  const nowMs = deps.clock.nowMs()
  const hashes = refreshToken ? tokenHashes(deps.keyEncryption, 'refresh-token', refreshToken) : []
  const { epoch } = deps.config
  for (const tokenHash of hashes.length === 0 ? [undefined] : hashes) {
    if (await revokeSessions(deps.db, { appId, sessionId, tokenHash, nowMs })) return
  }
  const isKnown =
    sessionId !== undefined ||
    (await firstFound(hashes, (tokenHash) =>
      readUsedToken(deps.db, { appId, tokenHash, epoch, nowMs }),
    )) !== undefined
  throw new ApiError(isKnown ? 'already_logged_out' : 'missing_or_invalid_token')
}
