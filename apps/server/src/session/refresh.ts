import { ApiError, type Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { notify } from '../audit/notify.js'
import { raiseAlarm } from '../audit/raise-alarm.js'
import { recordEvent } from '../audit/record-event.js'
import { hashToken, isBoundTo, secretOf, tokenHashes } from '../authority/bound-token.js'
import { refuseRow } from '../authority/row-refused.js'
import { recordSessionEnds } from '../db/app-events.js'
import { readUsedToken, revokeSession, rotate, type UsedToken } from '../db/sessions.js'
import type { Deps } from '../deps.js'
import { randomToken } from '../ports/random.js'
import { firstFound } from './first-found.js'
import { idleMs, toSession } from './open.js'
import { openSuccessor, sealSuccessor } from './successor.js'

/**
 * How long the token before the newest one still answers the newest one, in milliseconds. Public clients give up after
 * 20 s and try again: an answer that was lost must not look like a stolen token.
 */
const graceMs = 30_000

/** A refresh token presented by an app's page. */
export interface Presented {
  app: App
  refreshToken: string
  /** Session of the access token that came along, if any. */
  sessionId: string | undefined
}

/**
 * Exchanges a refresh token for its successor. Of many at once all get the same successor; a token older than the
 * immediate predecessor of the newest ends the session (security design 3.3).
 *
 * @throws ApiError `missing_or_invalid_token`; `data.session_update_action` is `clear` when the session is over and
 * `ignore` when the token is unknown, so that a made-up token ends no session.
 */
export async function refreshSession(deps: Deps, presented: Presented): Promise<Session> {
  const { app, refreshToken, sessionId } = presented
  const next = randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  const { keyEncryption: key } = deps
  const { epoch } = deps.config
  const hashes = tokenHashes(key, 'refresh-token', refreshToken)
  const rotated = await firstFound(hashes, (tokenHash) =>
    rotate(deps.db, {
      appId: app.id,
      tokenHash,
      sessionId,
      nextHash: hashToken(key, 'refresh-token', next),
      successor: sealSuccessor(secretOf(refreshToken), next),
      epoch,
      nowMs,
      idleAtMs: nowMs + idleMs,
    }),
  )
  if (rotated !== undefined) {
    requireOwnToken(deps, presented, { sessionId: rotated.session_id, userId: rotated.id })
    return toSession(deps, {
      app,
      user: rotated,
      sessionId: rotated.session_id,
      refreshToken: next,
      by: 'refresh',
    })
  }
  const used = await firstFound(hashes, (tokenHash) =>
    readUsedToken(deps.db, { appId: app.id, tokenHash, epoch, nowMs }),
  )
  return answerUsed(deps, presented, used)
}

async function answerUsed(
  deps: Deps,
  { app, refreshToken, sessionId }: Presented,
  used: UsedToken | undefined,
): Promise<Session> {
  const isForeign = sessionId !== undefined && used?.session_id !== sessionId
  if (used === undefined || isForeign) throw refusal('ignore')
  const owner = { sessionId: used.session_id, userId: used.user.id }
  // One of a session that is over gives nothing; an older epoch's tags are others.
  if (used.is_open) requireOwnToken(deps, { app, refreshToken }, owner)
  const nowMs = deps.clock.nowMs()
  if (isInGrace(used, nowMs) && used.successor !== null) {
    const successor = openSuccessor(secretOf(refreshToken), used.successor)
    return toSession(deps, {
      app,
      user: used.user,
      sessionId: used.session_id,
      refreshToken: successor,
      by: 'refresh',
    })
  }
  if (await endReused(deps, app.id, used)) {
    await raiseAlarm(deps, { alarm: 'refresh_token_reused', appId: app.id })
  }
  throw refusal('clear')
}

/** Ends the session of a token that came back after its use. @returns whether a token was used twice while it was open. */
async function endReused(deps: Deps, appId: string, used: UsedToken): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  const { session_id: sessionId, user } = used
  return deps.db.transaction().execute(async (transaction) => {
    const wasOpen = await revokeSession(transaction, { appId, sessionId, nowMs })
    if (!wasOpen || used.used_at === null) return false
    const about = { appId, userId: user.id, sessionId, data: {}, nowMs }
    const event = await recordEvent(transaction, { ...about, kind: 'refresh_token_reused' })
    await recordSessionEnds(transaction, {
      appId,
      userId: user.id,
      sessionIds: [sessionId],
      reason: 'token_reused',
      nowMs,
    })
    await notify(transaction, { event, accounts: user.accounts })
    return true
  })
}

/** Refuses a token whose row was moved to another session or user in the database (P5). @throws RowRefused */
function requireOwnToken(
  deps: Deps,
  { app, refreshToken }: Pick<Presented, 'app' | 'refreshToken'>,
  found: { sessionId: string; userId: string },
): void {
  const owner = { appId: app.id, ...found, epoch: deps.config.epoch }
  const bound = { kind: 'refresh-token', token: refreshToken, owner } as const
  if (isBoundTo(deps.keyEncryption, bound)) return
  throw refuseRow(deps, { table: 'refresh_token', appId: app.id, userId: found.userId })
}

function isInGrace(used: UsedToken, nowMs: number): boolean {
  const { used_at: usedAt, is_open, is_predecessor_of_newest } = used
  return is_open && is_predecessor_of_newest && usedAt !== null && nowMs - usedAt <= graceMs
}

function refusal(action: 'clear' | 'ignore'): ApiError {
  return new ApiError('missing_or_invalid_token', { data: { session_update_action: action } })
}
