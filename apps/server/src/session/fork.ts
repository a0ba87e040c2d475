import { ApiError, type Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { insertFork, openFork, readForkUse } from '../db/session-forks.js'
import type { Deps } from '../deps.js'
import { continueSession, draftSession } from '../identity/sign-in.js'
import { randomToken } from '../ports/random.js'
import type { DeviceRecord } from './device.js'
import { hashToken, toSession } from './open.js'
import { type Presented, refreshSession } from './refresh.js'

/** Life of a fork's token, in milliseconds (ruling 19). */
const forkLifeMs = 60_000

/** What `fork` answers: new tokens of the session, and the token for the other browser context. */
interface Fork {
  token: string
  refresh_token: string
  new_session_refresh_token: string
}

/**
 * Rotates the refresh token and makes a one-use token that opens a session of the same user in another browser context.
 *
 * @throws ApiError `missing_or_invalid_token` as a refresh does; `not_supported` for a session that is a fork itself or
 *   has too many forks that are not used.
 */
export async function forkSession(
  deps: Deps,
  presented: Presented & { sessionId: string },
): Promise<Fork> {
  const { token, refresh_token } = await refreshSession(deps, presented)
  if (token === null || refresh_token === null) throw new ApiError('missing_or_invalid_token')
  const forkToken = randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  const isStored = await insertFork(deps.db, {
    appId: presented.app.id,
    sessionId: presented.sessionId,
    tokenHash: hashToken(forkToken),
    nowMs,
    expiresAtMs: nowMs + forkLifeMs,
  })
  if (!isStored) {
    throw new ApiError('not_supported', {
      message: 'A session that was forked from another one, or has 3 open forks, cannot be forked',
    })
  }
  return { token, refresh_token, new_session_refresh_token: forkToken }
}

/**
 * Opens a session of its own with the token of a fork.
 *
 * @throws ApiError `token_already_used`; `invalid_credentials` for a token that is unknown, too old, of another app, or
 *   whose session has ended (SES-13).
 */
export async function recoverFork(
  deps: Deps,
  { app, forkToken, device }: { app: App; forkToken: string; device: DeviceRecord },
): Promise<Session> {
  const tokenHash = hashToken(forkToken)
  const draft = draftSession(deps, { amr: [], device })
  const user = await openFork(deps.db, {
    verdict: continueSession(app),
    tokenHash,
    session: draft.row,
  })
  if (user === undefined) {
    const use = await readForkUse(deps.db, { appId: app.id, tokenHash })
    throw new ApiError(use === 'used' ? 'token_already_used' : 'invalid_credentials')
  }
  const { sessionId } = draft.row
  const session = toSession(deps, {
    app,
    user,
    sessionId,
    refreshToken: draft.refreshToken,
    by: 'fork',
  })
  return { ...session, is_new_user: false }
}
