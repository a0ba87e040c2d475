import { ApiError, type Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { bindToken, hashToken, isBoundTo, tokenHashes } from '../authority/bound-token.js'
import { rowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import { type ForkedSession, insertFork, openFork, readForkUse } from '../db/session-forks.js'
import { authenticateSession, revokeSession } from '../db/sessions.js'
import type { Deps } from '../deps.js'
import { continueSession, draftSession } from '../identity/sign-in.js'
import { randomToken } from '../ports/random.js'
import type { DeviceRecord } from './device.js'
import { firstFound } from './first-found.js'
import { toSession } from './open.js'
import { openedSession } from './opened-session.js'
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
  const refreshed = await refreshSession(deps, presented)
  const { token, refresh_token } = refreshed
  const origin = openedSession(refreshed)
  if (token === null || refresh_token === null || origin === undefined) {
    throw new ApiError('missing_or_invalid_token')
  }
  const secret = randomToken(deps.random)
  const { keyEncryption: key } = deps
  const nowMs = deps.clock.nowMs()
  const isStored = await insertFork(deps.db, {
    appId: presented.app.id,
    sessionId: presented.sessionId,
    tokenHash: hashToken(key, 'fork-token', secret),
    nowMs,
    expiresAtMs: nowMs + forkLifeMs,
  })
  if (!isStored) {
    throw new ApiError('not_supported', {
      message: 'A session that was forked from another one, or has 3 open forks, cannot be forked',
    })
  }
  const owner = { ...origin, epoch: deps.config.epoch }
  const forkToken = bindToken(key, { kind: 'fork-token', secret, owner })
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
  const hashes = tokenHashes(deps.keyEncryption, 'fork-token', forkToken)
  const draft = draftSession(deps, { amr: [], device })
  const verdict = continueSession(app)
  const forked = await firstFound(hashes, (tokenHash) =>
    openFork(deps.db, { verdict, tokenHash, session: draft.row }),
  )
  if (forked === undefined) {
    const use = await firstFound(hashes, (tokenHash) =>
      readForkUse(deps.db, { appId: app.id, tokenHash }),
    )
    throw new ApiError(use === 'used' ? 'token_already_used' : 'invalid_credentials')
  }
  await authenticate(deps, { app, forkToken, sessionId: draft.row.sessionId, forked })
  const { user } = forked
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

/**
 * Gives the session of a fork its `mac`, now that it is known what its origin proved.
 *
 * @throws RowRefused when the fork's row was moved to another session in the database; its session is over then.
 */
async function authenticate(
  deps: Deps,
  { app, forkToken, sessionId, forked }: FreshFork,
): Promise<void> {
  const { epoch } = deps.config
  const appId = app.id
  const owner = { appId, sessionId: forked.originId, userId: forked.user.id, epoch }
  const key = deps.keyEncryption
  if (!isBoundTo(key, { kind: 'fork-token', token: forkToken, owner })) {
    await revokeSession(deps.db, { appId, sessionId, nowMs: deps.clock.nowMs() })
    throw refuseRow(deps, { table: 'session_fork', appId, userId: owner.userId })
  }
  const { expiresAtMs, authTimeMs, amr } = forked
  const mac = rowMac(key, authenticRows.session, {
    app_id: appId,
    id: sessionId,
    expires_at: expiresAtMs,
    auth_time: authTimeMs,
    amr,
    epoch,
  })
  await authenticateSession(deps.db, { appId, sessionId, mac })
}

interface FreshFork {
  app: App
  forkToken: string
  sessionId: string
  forked: ForkedSession
}
